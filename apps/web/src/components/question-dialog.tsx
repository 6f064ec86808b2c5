import type { ModalProps } from '@mantine/core';
import { useDeferredValue } from 'react';
import { Dialog } from './dialog.tsx';
import { Question, type QuestionProps } from './question.tsx';

export interface QuestionDialogProps extends QuestionProps, Pick<ModalProps, 'zIndex'> {
  readonly isOpen: boolean;
  readonly title: string;
}

/** Asks before something is discarded or changed for good; closing it means no. */
export function QuestionDialog({ isOpen, title, zIndex, ...question }: QuestionDialogProps) {
  // The Escape key press that opened the dialog must not close it.
  const mayEscape = useDeferredValue(isOpen);
  return (
    <Dialog
      opened={isOpen}
      onClose={question.onCancel}
      closeOnEscape={mayEscape}
      title={title}
      {...(zIndex !== undefined && { zIndex })}
    >
      <Question {...question} />
    </Dialog>
  );
}
