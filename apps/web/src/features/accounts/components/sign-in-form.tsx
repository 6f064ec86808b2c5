import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { focusOnMount } from '../../../lib/focus-new.ts';
import { useForm } from '../../../lib/use-form.ts';
import { signInWithPassword } from '../api/sign-in.ts';
import { validateEmail } from '../contact-validation.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import { PasswordField } from './password-field.tsx';
import classes from './sign-in-forms.module.css';

/** Signs in with an email address and password. Input is preserved if signing in fails. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { t } = useTranslation();
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '', remember: false, code: '' },
    validate: {
      email: (email) => validateEmail(email, t),
      password: (password) => (password === '' ? t('signIn.passwordRequired') : null),
      code: (code) => (isCodeNeeded && code.trim() === '' ? t('twoFactor.codeRequired') : null),
    },
  });
  const signIn = useMutation({
    mutationFn: signInWithPassword,
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') setCodeNeeded(true);
      else showFieldErrors(form, error, { code: 'code' }, ['code']);
    },
  });
  const submit = ({ code, ...credentials }: typeof form.values) =>
    signIn.mutate({ ...credentials, ...(isCodeNeeded && { code }) });
  const isCodeMissing =
    signIn.error instanceof ApiError && signIn.error.code === 'TWO_FACTOR_REQUIRED';
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, (errors) =>
        focusFirstInvalid(form, errors, ['email', 'password', 'code']),
      )}
    >
      <Stack gap="md">
        {signIn.isError && !isCodeMissing && Object.keys(form.errors).length === 0 && (
          <AccountErrorNotice
            error={signIn.error}
            fallback={t('signIn.wrong')}
            tooManyAttempts={t('signIn.tooManyAttempts')}
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
        {isCodeNeeded && (
          <TextInput
            ref={focusOnMount}
            label={t('twoFactor.code')}
            description={t('twoFactor.codeHint')}
            autoComplete="one-time-code"
            {...form.getInputProps('code')}
          />
        )}
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
