import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { requestResetCode } from '../api/reset-password.ts';
import { validateEmail } from '../contact-validation.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import classes from './sign-in-forms.module.css';

export interface ForgotPasswordFormProps {
  /** Called when the code is sent; `message` is from the server. */
  readonly onSent: (email: string, message: string) => void;
}

/** Requests a password reset code. */
export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => validateEmail(email, t) },
  });
  const sendCode = useMutation({
    mutationFn: requestResetCode,
    onSuccess: (message, email) => onSent(email, message),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ email }) => sendCode.mutate(email),
        (errors) => focusFirstInvalid(form, errors, ['email']),
      )}
    >
      <Stack gap="md">
        {sendCode.isError && (
          <AccountErrorNotice
            error={sendCode.error}
            tooManyAttempts={t('forgot.tooManyAttempts')}
          />
        )}
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth loading={sendCode.isPending}>
          {t('forgot.submit')}
        </Button>
        <div className={classes['links']}>
          <Link to="/login">{t('forgot.back')}</Link>
        </div>
      </Stack>
    </form>
  );
}
