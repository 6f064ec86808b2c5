import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface DoneDialogProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Confirms that something is done, until the user closes it. */
export function DoneDialog({ title, text, onClose }: DoneDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <Text role="status">{text}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('ok')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
