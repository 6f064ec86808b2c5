import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface ConfirmationProps {
  readonly text: string;
  /** The text of the confirm button: the action itself. */
  readonly confirmLabel: string;
  readonly isBusy: boolean;
  /** Why the action is not possible now. */
  readonly disabledReason?: string;
  /** More choices, or the error. */
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The content of a dialog that asks for confirmation. */
export function Confirmation(props: ConfirmationProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text>{props.text}</Text>
      {props.children}
      {props.disabledReason !== undefined && <Text c="dimmed">{props.disabledReason}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
        <Button
          onClick={props.onConfirm}
          loading={props.isBusy}
          disabled={props.disabledReason !== undefined}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Stack>
  );
}
