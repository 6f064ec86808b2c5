import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface KeyDialogProps {
  readonly title: string;
  /** Whether a board's key is shown, or about to be: no slip closes it then. */
  readonly isKept: boolean;
  /** Whoever closes it by the cross is asked elsewhere; without it there is no cross. */
  readonly onCross?: () => void;
  readonly onRead: () => void;
  readonly children: ReactNode;
}

/** A dialog in which a board's key is shown once; on paper it stands alone. */
export function KeyDialog({ title, isKept, onCross, onRead, children }: KeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept}
      withCloseButton={onCross !== undefined}
      onClose={onCross ?? onRead}
      title={title}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onRead} variant={isKept ? 'default' : 'filled'}>
            {t('ok')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
