import { RESET_CODE_LENGTH } from '@granary/contract/accounts/http';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { resetPasswordWithCode } from '../api/reset-password.ts';
import { validateEmail } from '../contact-validation.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { ResetCodeField } from './reset-code-field.tsx';
import classes from './sign-in-forms.module.css';

export interface ResetPasswordFormProps {
  /** The address the code was sent to; undefined if the page was opened without it. */
  readonly email: string | undefined;
  readonly onDone: () => void;
}

const fieldByWireName = {
  email: 'email',
  forget_password_code: 'code',
  password: 'password',
} as const;
const fieldOrder = ['email', 'code', 'password', 'confirmation'];

/** Sets a new password with the emailed code. */
export function ResetPasswordForm({ email: knownEmail, onDone }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { email: knownEmail ?? '', code: '', password: '', confirmation: '' },
    validate: {
      email: (email) => validateEmail(email, t),
      code: (code) => (code.length < RESET_CODE_LENGTH ? t('reset.invalid') : null),
      password: (password) => (password === '' ? t('reset.passwordRequired') : null),
      confirmation: (confirmation, { password }) => {
        if (confirmation === '') return t('reset.confirmationRequired');
        return confirmation === password ? null : t('reset.mismatch');
      },
    },
  });
  const focusInvalid = (errors: Readonly<Record<string, unknown>>) =>
    focusFirstInvalid(form, errors, fieldOrder);
  const resetPassword = useMutation({
    mutationFn: resetPasswordWithCode,
    onSuccess: onDone,
    onError: (error) => {
      showFieldErrors(form, error, fieldByWireName, fieldOrder);
    },
  });
  const hasFormError = resetPassword.isError && Object.keys(form.errors).length === 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ email, code, password }) => resetPassword.mutate({ email, code, password }),
        focusInvalid,
      )}
    >
      <Stack gap="md">
        {hasFormError && (
          <AccountErrorNotice
            error={resetPassword.error}
            tooManyAttempts={t('reset.tooManyAttempts')}
          />
        )}
        {knownEmail === undefined && (
          <TextInput
            label={t('signIn.email')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
        )}
        <ResetCodeField path="code" input={form.getInputProps('code')} />
        <NewPasswordFields label={t('reset.newPassword')} getInputProps={form.getInputProps} />
        <Button type="submit" fullWidth loading={resetPassword.isPending}>
          {t('reset.submit')}
        </Button>
        <div className={classes['links']}>
          <Link to="/forgot-password">{t('reset.another')}</Link>
          <Link to="/login">{t('forgot.back')}</Link>
        </div>
      </Stack>
    </form>
  );
}
