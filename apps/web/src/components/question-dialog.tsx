import { Modal, type ModalProps } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Question, type QuestionProps } from './question.tsx';

export interface QuestionDialogProps extends QuestionProps, Pick<ModalProps, 'zIndex'> {
  readonly isOpen: boolean;
  readonly title: string;
}

/** Asks before something is discarded or changed for good; closing it means no. */
export function QuestionDialog({ isOpen, title, zIndex, ...question }: QuestionDialogProps) {
  const { t } = useTranslation();
  // The Escape key press that opened the dialog must not close it.
  const mayEscape = useDeferredValue(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={question.onCancel}
      closeOnEscape={mayEscape}
      title={title}
      {...(zIndex !== undefined && { zIndex })}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Question {...question} />
    </Modal>
  );
}
