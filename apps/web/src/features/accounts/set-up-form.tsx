import { PASSWORD_MIN } from '@granary/domain/accounts/passwords';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorSentence } from '../../lib/use-error-sentence.ts';
import { isEmailShaped } from './email.ts';
import { PasswordEye } from './password-eye.tsx';
import { setUpWith } from './sign-in.ts';

export interface SetUpFormProps {
  readonly setupToken: string;
  readonly onDone: () => void;
}

/** What the server calls the fields, for its word on each of them. */
const wireNames = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  password: 'password',
} as const;

/** Creates the first admin. */
export function SetUpForm({ setupToken, onDone }: SetUpFormProps) {
  const { t } = useTranslation();
  const sentence = useErrorSentence();
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validate: {
      email: (email) => (isEmailShaped(email) ? null : t('signIn.emailInvalid')),
      password: (password) =>
        [...password].length < PASSWORD_MIN
          ? t('setup.passwordShort', { count: PASSWORD_MIN })
          : null,
    },
  });
  const settingUp = useMutation({
    mutationFn: setUpWith,
    onSuccess: onDone,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => settingUp.mutate({ setupToken, ...values }))}
    >
      <Stack gap="md">
        {settingUp.isError && Object.keys(form.errors).length === 0 && (
          <Notice state="warn" isAlert title={sentence(settingUp.error)} />
        )}
        <TextInput
          label={t('setup.firstName')}
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={t('setup.lastName')}
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('signIn.password')}
          description={t('setup.passwordHint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
          visibilityToggleIcon={PasswordEye}
          aria-invalid={form.errors['password'] !== undefined}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={settingUp.isPending}>
          {t('setup.act')}
        </Button>
      </Stack>
    </form>
  );
}

function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const known = new Map<string, string>(Object.entries(wireNames));
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = known.get(path.split(/[./]/).at(-1) ?? '');
      return field === undefined ? [] : [[field, message]];
    }),
  );
}
