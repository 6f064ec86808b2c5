import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A dialog in the middle of the window, open unless `opened` is false. */
export function Dialog({
  opened = true,
  ...props
}: Partial<ModalProps> & Pick<ModalProps, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} centered closeButtonProps={{ 'aria-label': t('close') }} {...props} />
  );
}
