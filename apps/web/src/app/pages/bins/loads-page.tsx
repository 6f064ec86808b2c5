import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BinInventory } from './bin-inventory.tsx';
import { BinPartPage } from './bin-part-page.tsx';

const route = getRouteApi('/shell/binsensor/$id/loads');

/** What was filled into a bin and taken out. */
export function LoadsPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <BinPartPage id={id} title={t('loads.title')}>
      {(bin) => <BinInventory bin={bin} />}
    </BinPartPage>
  );
}
