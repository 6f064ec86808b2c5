import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useInvite } from '../api/manage-users.ts';
import type { NamedUser } from './delete-user-dialog.tsx';
import { InvitationLink } from './invitation-link.tsx';

export interface InviteDialogProps {
  readonly user: NamedUser;
  readonly onClose: () => void;
}

/**
 * Creates a new invitation for an account that has no password yet. Render the dialog only while it is open.
 */
export function InviteDialog({ user, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const invite = useInvite();
  const { name } = user;
  return (
    <Dialog onClose={onClose} title={t('invitation.invite', { name })}>
      <Stack>
        {invite.isError && <ErrorState error={invite.error} />}
        {invite.isSuccess ? (
          <InvitationLink name={name} invitation={invite.data} />
        ) : (
          <Text>{t('invitation.againText')}</Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(invite.isSuccess ? 'ok' : 'cancel')}
          </Button>
          {!invite.isSuccess && (
            <Button
              data-autofocus
              loading={invite.isPending}
              disabled={isOffline}
              onClick={() => invite.mutate(user.id)}
            >
              {t('invitation.create')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
