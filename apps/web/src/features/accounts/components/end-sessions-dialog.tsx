import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useEndUserSessions } from '../api/sessions.ts';
import type { NamedUser } from './delete-user-dialog.tsx';

export interface EndSessionsDialogProps {
  readonly user: NamedUser;
  readonly onClose: () => void;
}

/** Ends all sessions of another account. Render the dialog only while it is open. */
export function EndSessionsDialog({ user, onClose }: EndSessionsDialogProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const end = useEndUserSessions();
  const title = t('customers.endSessionsTitle', { name: user.name });
  if (end.isSuccess) return <MessageDialog title={title} text={end.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        {end.isError && <ErrorState error={end.error} />}
        <Text>{t('customers.endSessionsText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            data-autofocus
            loading={end.isPending}
            disabled={isOffline}
            onClick={() => end.mutate(user.id)}
          >
            {t('customers.endSessionsSubmit')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
