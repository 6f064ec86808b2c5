import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../lib/live-client.ts';

export interface SubmitRowProps {
  /** What the button says. */
  readonly buttonText: string;
  readonly isBusy: boolean;
}

/** The button that sends a form, and why it cannot be sent now. */
export function SubmitRow({ buttonText: act, isBusy }: SubmitRowProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  return (
    <Group gap="md">
      <Button type="submit" loading={isBusy} disabled={isOffline}>
        {act}
      </Button>
      {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
    </Group>
  );
}
