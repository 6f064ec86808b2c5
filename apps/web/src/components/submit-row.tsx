import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../lib/live-client.ts';

export interface SubmitRowProps {
  readonly buttonText: string;
  readonly isBusy: boolean;
}

/** A form's submit button, with the reason if it is disabled. */
export function SubmitRow({ buttonText, isBusy }: SubmitRowProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  return (
    <Group gap="md">
      <Button type="submit" loading={isBusy} disabled={isOffline}>
        {buttonText}
      </Button>
      {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
    </Group>
  );
}
