import { PASSWORD_MIN } from '@granary/domain/accounts/passwords';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { SubmitRow } from '../../../components/submit-row.tsx';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useChangePassword } from '../api/change-password.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import classes from './account-form.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField } from './password-field.tsx';

const fieldByWireName = { old_password: 'oldPassword', password: 'password' } as const;
const fieldOrder = ['oldPassword', 'password', 'confirmation'];

/** Changes the user's own password. */
export function ChangePasswordForm({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const change = useChangePassword();
  const form = useForm({
    initialValues: { oldPassword: '', password: '', confirmation: '' },
    validate: {
      oldPassword: (text) => (text === '' ? t('signIn.passwordRequired') : null),
      password: (text) =>
        [...text].length < PASSWORD_MIN ? t('setup.passwordShort', { count: PASSWORD_MIN }) : null,
      confirmation: (text, { password }) => (text === password ? null : t('reset.mismatch')),
    },
  });
  const submit = ({ oldPassword, password }: typeof form.values) =>
    change.mutate(
      { oldPassword, password },
      {
        onSuccess: () => form.reset(),
        onError: (error) => showFieldErrors(form, error, fieldByWireName, fieldOrder),
      },
    );
  const hasFormError = change.isError && Object.keys(form.errors).length === 0;
  return (
    <form
      noValidate
      className={classes['card']}
      onSubmit={form.onSubmit(submit, (errors) => focusFirstInvalid(form, errors, fieldOrder))}
    >
      <h2 className={classes['heading']}>{t('password.title')}</h2>
      {hasFormError && (
        <AccountErrorNotice error={change.error} tooManyAttempts={t('reset.tooManyAttempts')} />
      )}
      {change.isSuccess && !form.isDirty() && (
        <div role="status">
          <Notice state="ok" title={change.data} />
        </div>
      )}
      {/* Tells password managers which account the new password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('password.old')}
        autoComplete="current-password"
        {...form.getInputProps('oldPassword')}
      />
      <NewPasswordFields label={t('reset.newPassword')} getInputProps={form.getInputProps} />
      <SubmitRow buttonText={t('password.submit')} isBusy={change.isPending} />
    </form>
  );
}
