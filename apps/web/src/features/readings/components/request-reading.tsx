import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';

/** Asks a bin's board for a reading, which appears automatically when it arrives. */
export function RequestReading({ binId }: { readonly binId: number }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const canRequest = useCan('readings.request');
  const formatError = useErrorMessage();
  const request = useMutation({
    mutationFn: async () => (await import('../api/request-reading.ts')).requestReading(binId),
  });
  if (!canRequest) return null;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={request.isPending}
        disabled={isOffline}
        onClick={() => request.mutate()}
      >
        {t('records.request')}
      </Button>
      <div role="status">
        {request.isSuccess && (
          <Notice state="ok" title={request.data} detail={t('records.requestDetail')} />
        )}
      </div>
      {request.isError && <Notice state="warning" isAlert title={formatError(request.error)} />}
    </div>
  );
}
