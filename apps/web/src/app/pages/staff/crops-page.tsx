import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { crops } from '../../../bin-data/crops.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { CropTable } from '../../../features/crops/components/crop-table.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { useMay } from '../../use-may.ts';

/** The crops that bins can hold; admins add and delete. */
export function CropsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(crops);
  const mayManage = useMay('crops.manage');
  return (
    <Page
      title={t('crops.title')}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
      actions={mayManage && <ButtonLink to="/addCrop">{t('crops.add')}</ButtonLink>}
    >
      <Loaded
        query={query}
        loading={<LoadingBlocks count={8} height={60} />}
        errorTitle={t('crops.failed')}
      >
        {(all) => <CropTable crops={all} mayDelete={mayManage} />}
      </Loaded>
    </Page>
  );
}
