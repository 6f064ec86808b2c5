import { PASSWORD_MIN } from '@granary/domain/accounts/passwords';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useForm } from '../../../lib/use-form.ts';
import { setUpFirstAdmin } from '../api/sign-in.ts';
import { isValidEmail } from '../contact-validation.ts';
import { PasswordField } from './password-field.tsx';

export interface SetupFormProps {
  readonly setupToken: string;
  readonly onDone: () => void;
}

const fieldByWireName = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  password: 'password',
} as const;

/** Creates the first admin. */
export function SetupForm({ setupToken, onDone }: SetupFormProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validate: {
      email: (email) => (isValidEmail(email) ? null : t('signIn.emailInvalid')),
      password: (password) =>
        [...password].length < PASSWORD_MIN
          ? t('setup.passwordShort', { count: PASSWORD_MIN })
          : null,
    },
  });
  const setUp = useMutation({
    mutationFn: setUpFirstAdmin,
    onSuccess: ({ signInError }) => {
      if (signInError === null) onDone();
    },
    onError: (error) =>
      showFieldErrors(form, error, fieldByWireName, Object.values(fieldByWireName)),
  });
  if (setUp.isSuccess && setUp.data.signInError !== null) {
    return <SignInFailedNotice error={setUp.data.signInError} />;
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => setUp.mutate({ setupToken, ...values }),
        (errors) => focusFirstInvalid(form, errors, Object.values(fieldByWireName)),
      )}
    >
      <Stack gap="md">
        {setUp.isError && Object.keys(form.errors).length === 0 && (
          <Notice state="warning" isAlert title={formatError(setUp.error)} />
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
        <PasswordField
          label={t('signIn.password')}
          description={t('setup.passwordHint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={setUp.isPending}>
          {t('setup.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Shown if the first sign-in failed: the setup link has been used, so the user can only sign in. */
function SignInFailedNotice({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  return (
    <Notice
      state="warning"
      isAlert
      title={t('setup.notSignedIn')}
      detail={formatError(error)}
      action={<ButtonLink to="/login">{t('signIn.submit')}</ButtonLink>}
    />
  );
}
