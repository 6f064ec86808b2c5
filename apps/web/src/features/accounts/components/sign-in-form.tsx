import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid } from '../../../lib/field-errors.ts';
import { signInWithPassword } from '../api/sign-in.ts';
import { emailError } from '../contact-validation.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import { PasswordField } from './password-field.tsx';
import classes from './sign-in-forms.module.css';

/** Signs in with email address and password. The input stays when it fails. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { email: '', password: '', remember: false },
    validate: {
      email: (email) => emailError(email, t),
      password: (password) => (password === '' ? t('signIn.passwordRequired') : null),
    },
  });
  const signIn = useMutation({ mutationFn: signInWithPassword, onSuccess: onSignedIn });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => signIn.mutate(values),
        (errors) => focusFirstInvalid(form, errors, ['email', 'password']),
      )}
    >
      <Stack gap="md">
        {signIn.isError && (
          <AccountErrorNotice
            error={signIn.error}
            fallback={t('signIn.wrong')}
            tooManyAttempts={t('signIn.tooOften')}
          />
        )}
        <TextInput
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Checkbox
          label={t('signIn.remember')}
          name="remember"
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <Button type="submit" fullWidth loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
        <div className={classes['links']}>
          <Link to="/forgot-password">{t('signIn.forgot')}</Link>
          <Link to="/$page" params={{ page: 'register' }}>
            {t('signIn.newUser')}
          </Link>
        </div>
      </Stack>
    </form>
  );
}
