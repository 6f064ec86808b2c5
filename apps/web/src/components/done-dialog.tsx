import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

export interface DoneDialogProps {
  readonly title: string;
  readonly text: string;
  readonly details?: ReactNode;
  /** A link to the next step. */
  readonly next?: ReactNode;
  readonly onClose: () => void;
}

/** Confirms that something is done; the user closes it. */
export function DoneDialog({ title, text, details, next, onClose }: DoneDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <Text role="status">{text}</Text>
        {details}
        <Group justify="flex-end">
          <Button
            data-autofocus={next === undefined}
            variant={next === undefined ? 'filled' : 'default'}
            onClick={onClose}
          >
            {t('ok')}
          </Button>
          {next}
        </Group>
      </Stack>
    </Dialog>
  );
}
