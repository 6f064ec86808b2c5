import { PASSWORD_MIN } from '@granary/domain/accounts/passwords';
import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from './password-field.tsx';

interface Props {
  readonly label: string;
  /** Returns the input props of a form field. */
  readonly getInputProps: (field: 'password' | 'confirmation') => PasswordInputProps;
}

/** The fields for a new password and its confirmation. */
export function NewPasswordFields({ label, getInputProps }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        label={label}
        description={t('setup.passwordHint', { count: PASSWORD_MIN })}
        autoComplete="new-password"
        {...getInputProps('password')}
      />
      <PasswordField
        label={t('reset.confirmation')}
        autoComplete="new-password"
        {...getInputProps('confirmation')}
      />
    </>
  );
}
