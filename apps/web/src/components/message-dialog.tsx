import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

export interface MessageDialogProps {
  readonly title: string;
  readonly text: string;
  readonly details?: ReactNode;
  /** A link to the next step. */
  readonly nextLink?: ReactNode;
  readonly onClose: () => void;
}

/** Confirms that something is done; stays open until the user closes it. */
export function MessageDialog({ title, text, details, nextLink, onClose }: MessageDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <Text role="status">{text}</Text>
        {details}
        <Group justify="flex-end">
          <Button
            data-autofocus={nextLink === undefined}
            variant={nextLink === undefined ? 'filled' : 'default'}
            onClick={onClose}
          >
            {t('ok')}
          </Button>
          {nextLink}
        </Group>
      </Stack>
    </Dialog>
  );
}
