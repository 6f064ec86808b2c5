import type { Invitation } from '@granary/contract/accounts/http';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './invitation-link.module.css';

export interface InvitationLinkProps {
  readonly name: string;
  readonly invitation: Invitation;
}

/** The invitation link to copy or print, or a note that it was emailed. */
export function InvitationLink({ name, invitation }: InvitationLinkProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { token, expiresAt } = invitation;
  const expiryTime = format.dateTime(expiresAt, now);
  if (token === null)
    return <Text role="status">{t('invitation.sent', { name, until: expiryTime })}</Text>;
  const link = `${window.location.origin}/invitation#token=${token}`;
  return (
    <Stack>
      <Text role="status">{t('invitation.handOver', { name, until: expiryTime })}</Text>
      <code className={classes['link']}>{link}</code>
      <Group>
        <CopyButton text={link} buttonText={t('invitation.copy')} />
        <Button variant="default" onClick={() => window.print()}>
          {t('invitation.print')}
        </Button>
      </Group>
    </Stack>
  );
}
