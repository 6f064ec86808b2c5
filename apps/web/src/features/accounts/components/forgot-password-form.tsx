import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { focusFirstWrong } from '../../../lib/field-errors.ts';
import { requestCode } from '../api/reset-password.ts';
import { emailProblem } from '../contact-validation.ts';
import { RefusalNotice } from './account-error-notice.tsx';
import classes from './form-links.module.css';

export interface ForgotPasswordFormProps {
  /** The code is on its way; `news` is what the server said of it. */
  readonly onSent: (email: string, news: string) => void;
}

/** Asks for the code that sets a new password. */
export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => emailProblem(email, t) },
  });
  const sending = useMutation({
    mutationFn: requestCode,
    onSuccess: (news, email) => onSent(email, news),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ email }) => sending.mutate(email),
        (errors) => focusFirstWrong(form, errors, ['email']),
      )}
    >
      <Stack gap="md">
        {sending.isError && <RefusalNotice error={sending.error} tooOften={t('forgot.tooOften')} />}
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth loading={sending.isPending}>
          {t('forgot.act')}
        </Button>
        <div className={classes['links']}>
          <Link to="/login">{t('forgot.back')}</Link>
        </div>
      </Stack>
    </form>
  );
}
