import { PASSWORD_MIN } from '@granary/domain/accounts/passwords';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { acceptInvitationWithPassword } from '../api/sign-in.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

export interface InvitationFormProps {
  readonly token: string;
  readonly email: string;
  readonly onDone: () => void;
}

const fieldByWireName = { password: 'password' } as const;
const fieldOrder = ['password', 'confirmation'];

/** Sets an account's first password. */
export function InvitationForm({ token, email, onDone }: InvitationFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: {
      password: (text) =>
        [...text].length < PASSWORD_MIN ? t('setup.passwordShort', { count: PASSWORD_MIN }) : null,
      confirmation: (text, { password }) => (text === password ? null : t('reset.mismatch')),
    },
  });
  const accept = useMutation({
    mutationFn: acceptInvitationWithPassword,
    onSuccess: onDone,
    onError: (error) => showFieldErrors(form, error, fieldByWireName, fieldOrder),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ password }) => accept.mutate({ token, password }),
        (errors) => focusFirstInvalid(form, errors, fieldOrder),
      )}
    >
      <Stack gap="md">
        {accept.isError && Object.keys(form.errors).length === 0 && (
          <AccountErrorNotice error={accept.error} tooManyAttempts={t('reset.tooManyAttempts')} />
        )}
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          readOnly
          variant="filled"
          value={email}
        />
        <NewPasswordFields label={t('signIn.password')} getInputProps={form.getInputProps} />
        <Button type="submit" fullWidth loading={accept.isPending}>
          {t('reset.submit')}
        </Button>
      </Stack>
    </form>
  );
}
