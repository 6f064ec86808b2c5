import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface BoardKeyDialogProps {
  readonly title: string;
  /** Whether a board's key is shown, or about to be: no slip closes it then. */
  readonly isKeyShown: boolean;
  /** Whoever closes it by the cross is asked elsewhere; without it there is no cross. */
  readonly onDismiss?: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** A dialog in which a board's key is shown once; on paper it stands alone. */
export function BoardKeyDialog({
  title,
  isKeyShown,
  onDismiss,
  onConfirm,
  children,
}: BoardKeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      closeOnClickOutside={!isKeyShown}
      closeOnEscape={!isKeyShown}
      withCloseButton={onDismiss !== undefined}
      onClose={onDismiss ?? onConfirm}
      title={title}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onConfirm} variant={isKeyShown ? 'default' : 'filled'}>
            {t('ok')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
