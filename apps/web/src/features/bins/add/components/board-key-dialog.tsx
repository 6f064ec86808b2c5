import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../components/dialog.tsx';

interface BoardKeyDialogProps {
  readonly title: string;
  /** Whether a key is shown or loading; if so, only the dialog's buttons close it. */
  readonly isKeyShown: boolean;
  /** Called by the close button; if omitted, there is no close button. */
  readonly onDismiss?: () => void;
  readonly onConfirm: () => void;
  /** Whether the focus returns to the element that had it before; true by default. */
  readonly returnsFocus?: boolean;
  readonly children: ReactNode;
}

/** Shows a board's key once; only this dialog is printed. */
export function BoardKeyDialog({
  title,
  isKeyShown,
  onDismiss,
  onConfirm,
  returnsFocus = true,
  children,
}: BoardKeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      closeOnClickOutside={!isKeyShown}
      closeOnEscape={!isKeyShown}
      returnFocus={returnsFocus}
      withCloseButton={onDismiss !== undefined}
      onClose={onDismiss ?? onConfirm}
      title={title}
      size="lg"
    >
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onConfirm} variant={isKeyShown ? 'default' : 'filled'}>
            {t('ok')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
