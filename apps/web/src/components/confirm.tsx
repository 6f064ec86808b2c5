import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text?: string;
  /** What the confirming button says: the act itself. */
  readonly act: string;
  readonly isBusy: boolean;
  /** Why the act is not possible now. */
  readonly refusal?: string;
  /** More to choose before the act, or why it failed. */
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an act that changes more than it shows. */
export function Confirm(props: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        {props.text !== undefined && <Text>{props.text}</Text>}
        {props.children}
        {props.refusal !== undefined && <Text c="dimmed">{props.refusal}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button
            onClick={props.onConfirm}
            loading={props.isBusy}
            disabled={props.refusal !== undefined}
          >
            {props.act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
