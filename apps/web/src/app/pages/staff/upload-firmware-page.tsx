import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { UploadForm } from '../../../features/firmware/components/upload-form.tsx';
import { useMay } from '../../use-may.ts';

export function UploadFirmwarePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page title={t('firmware.uploadTitle')} hasBack>
      {useMay('firmware.manage') ? (
        <UploadForm onDone={() => void navigate({ to: '/firmware' })} />
      ) : (
        <Notice title={t('firmware.adminsOnly')} />
      )}
    </Page>
  );
}
