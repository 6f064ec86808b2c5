import { Button, Group, Stack, Text } from '@mantine/core';
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RestoreHint } from '../../../components/delete-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useDeleteUser } from '../api/manage-users.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import { PasswordField } from './password-field.tsx';

export interface NamedUser {
  readonly id: number;
  readonly name: string;
}

/** Something that prevents the deletion of an account. */
export interface DeletionBlocker {
  readonly queryKey: QueryKey;
  /** Finds the items that prevent the deletion. */
  readonly find: (signal: AbortSignal) => Promise<readonly unknown[]>;
  /** Shown if `find` returns any items. */
  readonly message: string;
  /** A link to the items that prevent the deletion. */
  readonly link: ReactNode;
}

export interface DeleteUserDialogProps {
  readonly user: NamedUser;
  readonly blocker: DeletionBlocker;
  readonly onClose: () => void;
}

/**
 * Deletes an account after checking that nothing prevents it and asking for the password. Render the dialog
 * only while it is open.
 */
export function DeleteUserDialog({ user, blocker, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation();
  const deleteUser = useDeleteUser();
  const blockersQuery = useQuery({
    queryKey: ['deletion-blocker', ...blocker.queryKey],
    queryFn: ({ signal }) => blocker.find(signal),
    // Never cached: an earlier blocker may be gone by now.
    staleTime: 0,
    gcTime: 0,
  });
  if (deleteUser.isSuccess) {
    const { name } = user;
    return (
      <MessageDialog
        title={t('deletePerson.done')}
        text={t('deletePerson.doneText', { name })}
        onClose={onClose}
      />
    );
  }
  const canDelete = blockersQuery.data?.length === 0;
  return (
    <Dialog
      onClose={onClose}
      title={canDelete ? t('deletePerson.verify') : t('deletePerson.title', { name: user.name })}
    >
      {canDelete ? (
        <VerifyForm
          user={user}
          error={deleteUser.error}
          isBusy={deleteUser.isPending}
          onSubmit={(password) => deleteUser.mutate({ userId: user.id, password })}
          onCancel={onClose}
        />
      ) : (
        <BlockerCheck blocker={blocker} blockersResult={blockersQuery} />
      )}
    </Dialog>
  );
}

interface BlockerCheckProps {
  readonly blocker: DeletionBlocker;
  readonly blockersResult: UseQueryResult<readonly unknown[]>;
}

function BlockerCheck({ blocker, blockersResult }: BlockerCheckProps) {
  const { t } = useTranslation();
  if (blockersResult.isError)
    return (
      <ErrorState error={blockersResult.error} onRetry={() => void blockersResult.refetch()} />
    );
  if (blockersResult.data === undefined)
    return <Text role="status">{t('deletePerson.checking')}</Text>;
  return <Notice state="warning" isAlert title={blocker.message} action={blocker.link} />;
}

interface VerifyFormProps {
  readonly user: NamedUser;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onSubmit: (password: string) => void;
  readonly onCancel: () => void;
}

function VerifyForm({ user, error, isBusy, onSubmit, onCancel }: VerifyFormProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? t('deletePerson.required') : null) },
  });
  const passwordProblem = getPasswordError(error, t('deletePerson.incorrect'));
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => onSubmit(password))}>
      <Stack>
        <Text>{t('deletePerson.text', { name: user.name })}</Text>
        <RestoreHint kind="user" id={user.id} />
        {error !== null && passwordProblem === null && (
          <AccountErrorNotice error={error} tooManyAttempts={t('deletePerson.tooManyAttempts')} />
        )}
        <PasswordField
          data-autofocus
          label={t('deletePerson.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? passwordProblem}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isOffline}>
            {t('deletePerson.confirm')}
          </Button>
        </Group>
        {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
      </Stack>
    </form>
  );
}

/** The error text of the password field; null if something else failed. */
function getPasswordError(error: Error | null, fallback: string): string | null {
  const isPasswordError =
    error instanceof ApiError && error.fields.some(({ path }) => path.endsWith('password'));
  return isPasswordError ? error.message || fallback : null;
}
