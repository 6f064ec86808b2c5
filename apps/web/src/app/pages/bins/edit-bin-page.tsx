import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EditBinForm } from '../../../features/bins/settings/components/edit-bin-form.tsx';
import { BinPartPage } from './bin-part-page.tsx';

const route = getRouteApi('/shell/binsensor/$id/edit');

/** All settings of a bin in one form. */
export function EditBinPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <BinPartPage id={id} title={t('editBin.title')} isFresh>
      {(bin) => <EditBinForm bin={bin} />}
    </BinPartPage>
  );
}
