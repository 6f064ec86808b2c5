import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

export interface DoneDialogProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Confirms that something is done, until the user closes it. */
export function DoneDialog({ title, text, onClose }: DoneDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <Text role="status">{text}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('ok')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
