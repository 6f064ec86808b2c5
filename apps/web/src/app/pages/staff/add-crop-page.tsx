import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { crops } from '../../../bin-data/crops.ts';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { AddCropForm } from '../../../features/crops/components/add-crop-form.tsx';
import { useMay } from '../../use-may.ts';

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
