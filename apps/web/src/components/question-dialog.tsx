import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Question, type QuestionProps } from './question.tsx';

export interface QuestionDialogProps extends QuestionProps, Pick<ModalProps, 'zIndex'> {
  readonly isOpen: boolean;
  readonly title: string;
}

/** Asks before something is thrown away or changed for good; closing it is a no. */
export function QuestionDialog({ isOpen, title, zIndex, ...question }: QuestionDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={question.onCancel}
      title={title}
      {...(zIndex !== undefined && { zIndex })}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Question {...question} />
    </Modal>
  );
}
