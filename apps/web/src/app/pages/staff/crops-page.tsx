import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { crops } from '../../../bin-data/crops.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { AddCropForm } from '../../../features/crops/components/add-crop-form.tsx';
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

export function AddCropPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery(crops);
  return (
    <Page title={t('crops.add')} hasBack>
      {useMay('crops.manage') ? (
        <AddCropForm
          crops={query.data ?? []}
          onDone={() => void navigate({ to: '/cropsettings' })}
        />
      ) : (
        <Notice title={t('crops.adminsOnly')} />
      )}
    </Page>
  );
}
