import type { ModalProps } from '@mantine/core';
import { useDeferredValue } from 'react';
import { Confirmation, type ConfirmationProps } from './confirmation.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps extends ConfirmationProps, Pick<ModalProps, 'zIndex'> {
  readonly isOpen: boolean;
  readonly title: string;
}

/** Asks before something is discarded or changed permanently; closing the dialog cancels. */
export function ConfirmDialog({ isOpen, title, zIndex, ...confirmation }: ConfirmDialogProps) {
  // The Escape key press that opened the dialog must not close it.
  const canCloseOnEscape = useDeferredValue(isOpen);
  return (
    <Dialog
      opened={isOpen}
      onClose={confirmation.onCancel}
      closeOnEscape={canCloseOnEscape}
      title={title}
      {...(zIndex !== undefined && { zIndex })}
    >
      <Confirmation {...confirmation} />
    </Dialog>
  );
}
