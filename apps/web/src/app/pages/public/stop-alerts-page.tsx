import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useOptOut } from '../../../features/farm-contacts/api/farm-contacts.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { PublicLayout } from '../../shell/public-layout.tsx';

/** The page opened by the link in each message to a farm contact: `/stop-alerts#token=…`. */
export function StopAlertsPage() {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const optOut = useOptOut();
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'));
  if (token === null) {
    return (
      <PublicLayout title={t('stopAlerts.title')} text="">
        <Notice
          state="warning"
          title={t('stopAlerts.noToken')}
          detail={t('stopAlerts.noTokenDetail')}
        />
      </PublicLayout>
    );
  }
  // This needs a button because mail scanners open links but do not click buttons.
  return (
    <PublicLayout title={t('stopAlerts.title')} text={t('stopAlerts.text')}>
      <Stack gap="md">
        {optOut.isError && <Notice state="warning" isAlert title={formatError(optOut.error)} />}
        {optOut.isSuccess ? (
          <div role="status">
            <Notice state="ok" title={optOut.data} />
          </div>
        ) : (
          <Button loading={optOut.isPending} onClick={() => optOut.mutate(token)}>
            {t('stopAlerts.button')}
          </Button>
        )}
      </Stack>
    </PublicLayout>
  );
}
