import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordEye } from '../password-eye.tsx';

/** A password that whoever types it can look at. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
      visibilityToggleIcon={PasswordEye}
      aria-invalid={props.error != null && props.error !== false}
      {...props}
    />
  );
}
