import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { showFieldErrors } from '../../../lib/field-errors.ts';
import { focusOnMount } from '../../../lib/focus-new.ts';
import { useForm } from '../../../lib/use-form.ts';
import {
  useBeginTwoFactor,
  useDisableTwoFactor,
  useEnableTwoFactor,
  useRenewRecoveryCodes,
} from '../api/two-factor.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import classes from './invitation-link.module.css';
import { PasswordField } from './password-field.tsx';

/** The change that the user chose. */
export type TwoFactorAction = 'turn-on' | 'turn-off' | 'new-codes';

export interface TwoFactorDialogProps {
  readonly action: TwoFactorAction;
  readonly onClose: () => void;
}

/** Changes two-factor sign-in after asking for the password. Render the dialog only while it is open. */
export function TwoFactorDialog({ action, onClose }: TwoFactorDialogProps) {
  switch (action) {
    case 'turn-on':
      return <TurnOnDialog onClose={onClose} />;
    case 'turn-off':
      return <TurnOffDialog onClose={onClose} />;
    case 'new-codes':
      return <NewCodesDialog onClose={onClose} />;
  }
}

interface ActionDialogProps {
  readonly onClose: () => void;
}

/** The codes are shown only once, so only the button closes the dialog that shows them. */
function getCloseProps(isShowingCodes: boolean) {
  return {
    closeOnClickOutside: !isShowingCodes,
    closeOnEscape: !isShowingCodes,
    withCloseButton: !isShowingCodes,
  };
}

function TurnOnDialog({ onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const begin = useBeginTwoFactor();
  const enable = useEnableTwoFactor();
  const isOn = enable.isSuccess;
  return (
    <Dialog onClose={onClose} title={t('twoFactor.title')} {...getCloseProps(isOn)}>
      {isOn ? (
        <RecoveryCodes codes={enable.data.codes} onClose={onClose} />
      ) : begin.isSuccess ? (
        <AuthenticatorForm appSetup={begin.data} enable={enable} onCancel={onClose} />
      ) : (
        <PasswordForm mutation={begin} submitText={t('twoFactor.next')} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function TurnOffDialog({ onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const disable = useDisableTwoFactor();
  const title = t('twoFactor.turnOff');
  if (disable.isSuccess)
    return <MessageDialog title={title} text={disable.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={title}>
      <PasswordForm mutation={disable} submitText={title} onCancel={onClose} />
    </Dialog>
  );
}

function NewCodesDialog({ onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const renew = useRenewRecoveryCodes();
  return (
    <Dialog onClose={onClose} title={t('twoFactor.newCodes')} {...getCloseProps(renew.isSuccess)}>
      {renew.isSuccess ? (
        <RecoveryCodes codes={renew.data.codes} onClose={onClose} />
      ) : (
        <PasswordForm mutation={renew} submitText={t('twoFactor.next')} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface PasswordFormProps {
  readonly mutation: UseMutationResult<unknown, Error, string>;
  readonly submitText: string;
  readonly onCancel: () => void;
}

function PasswordForm({ mutation, submitText, onCancel }: PasswordFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? t('signIn.passwordRequired') : null) },
  });
  const submit = ({ password }: typeof form.values) =>
    mutation.mutate(password, {
      onError: (error) => showFieldErrors(form, error, { password: 'password' }, ['password']),
    });
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        {mutation.isError && Object.keys(form.errors).length === 0 && (
          <AccountErrorNotice error={mutation.error} tooManyAttempts={t('reset.tooManyAttempts')} />
        )}
        <PasswordField
          data-autofocus
          label={t('password.old')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <FormButtons submitText={submitText} isBusy={mutation.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface AuthenticatorFormProps {
  readonly appSetup: { readonly secret: string; readonly uri: string };
  readonly enable: UseMutationResult<unknown, Error, string>;
  readonly onCancel: () => void;
}

/** Shows the secret for the authenticator app, and asks for the app's first code. */
function AuthenticatorForm({ appSetup, enable, onCancel }: AuthenticatorFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (text.trim() === '' ? t('twoFactor.codeRequired') : null) },
  });
  const submit = ({ code }: typeof form.values) =>
    enable.mutate(code, {
      onError: (error) => showFieldErrors(form, error, { code: 'code' }, ['code']),
    });
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text>{t('twoFactor.scan')}</Text>
        <QrCode text={appSetup.uri} label={t('twoFactor.qrCode')} />
        <code className={classes['link']}>{appSetup.secret}</code>
        {enable.isError && Object.keys(form.errors).length === 0 && (
          <AccountErrorNotice error={enable.error} tooManyAttempts={t('reset.tooManyAttempts')} />
        )}
        <TextInput
          ref={focusOnMount}
          label={t('twoFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
        <FormButtons
          submitText={t('twoFactor.turnOn')}
          isBusy={enable.isPending}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

interface FormButtonsProps {
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function FormButtons({ submitText, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submitText}
      </Button>
    </Group>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes, to copy or print. */
function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text role="status">{t('twoFactor.codesText')}</Text>
      <ul className={classes['codes']} aria-label={t('twoFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" className={classes['actions'] ?? ''}>
        <CopyButton text={codes.join('\n')} buttonText={t('twoFactor.copyCodes')} />
        <Button variant="default" onClick={() => window.print()}>
          {t('invitation.print')}
        </Button>
        <Button ref={focusOnMount} onClick={onClose}>
          {t('twoFactor.saved')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Width of the white border that scanners need, in modules. */
const BORDER = 4;

/** A QR code, black on white in both color schemes. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
