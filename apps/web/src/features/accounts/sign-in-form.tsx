import { MINUTE, SECOND } from '@granary/domain/units';
import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorSentence } from '../../lib/use-error-sentence.ts';
import { useFormat } from '../../lib/use-format.ts';
import { isEmailShaped } from './email.ts';
import { PasswordEye } from './password-eye.tsx';
import { signInWith } from './sign-in.ts';

/** E-mail address and password; what was typed stays when signing in fails. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { email: '', password: '', remember: false },
    validate: {
      email: (email) => {
        if (email.trim() === '') return t('signIn.emailRequired');
        return isEmailShaped(email) ? null : t('signIn.emailInvalid');
      },
      password: (password) => (password === '' ? t('signIn.passwordRequired') : null),
    },
  });
  const signingIn = useMutation({ mutationFn: signInWith, onSuccess: onSignedIn });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => signingIn.mutate(values), focusFirstError)}
    >
      <Stack gap="md">
        {signingIn.isError && <Failure error={signingIn.error} />}
        <TextInput
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
          visibilityToggleIcon={PasswordEye}
          aria-invalid={form.errors['password'] !== undefined}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label={t('signIn.remember')}
          name="remember"
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <Button type="submit" fullWidth loading={signingIn.isPending}>
          {t('signIn.act')}
        </Button>
      </Stack>
    </form>
  );
}

/** Puts the cursor where the first thing is wrong. */
function focusFirstError(errors: Record<string, unknown>): void {
  const name = ['email', 'password'].find((field) => errors[field] !== undefined);
  if (name !== undefined) document.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}

/** To whole minutes, that nobody comes back too early. */
function roundUp(ms: number): number {
  return ms < MINUTE ? ms : Math.ceil(ms / MINUTE) * MINUTE;
}

function Failure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sentence = useErrorSentence();
  if (error instanceof ApiError && error.status === 429) {
    const wait = error.retryAfterS;
    const detail =
      wait === null
        ? t('signIn.tryLater')
        : t('signIn.tryAgainIn', { time: format.duration(roundUp(wait * SECOND)) });
    return <Notice state="warn" isAlert title={t('signIn.tooOften')} detail={detail} />;
  }
  return <Notice state="warn" isAlert title={sentence(error, t('signIn.wrong'))} />;
}
