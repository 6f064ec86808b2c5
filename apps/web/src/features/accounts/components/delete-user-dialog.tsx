import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DoneDialog } from '../../../components/done-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useDeletePerson } from '../api/manage-users.ts';
import { RefusalNotice } from './account-error-notice.tsx';
import { PasswordField } from './password-field.tsx';

/** Whose account is to go. */
export interface Person {
  readonly id: number;
  readonly name: string;
}

/** What must not hang on an account that is deleted. */
export interface Tie {
  readonly queryKey: QueryKey;
  /** The things that hang on it, read when the deletion is asked for. */
  readonly find: (signal: AbortSignal) => Promise<readonly unknown[]>;
  /** What is said where there are any. */
  readonly refusal: string;
  /** Leads to them. */
  readonly link: ReactNode;
}

export interface DeletePersonProps {
  readonly person: Person;
  readonly tie: Tie;
  readonly onClose: () => void;
}

/**
 * Deletes an account: only one on which nothing hangs, and only after the password was typed again.
 * Drawn only while it is asked.
 */
export function DeletePerson({ person, tie, onClose }: DeletePersonProps) {
  const { t } = useTranslation();
  const deleting = useDeletePerson();
  const ties = useQuery({
    queryKey: ['tie', ...tie.queryKey],
    queryFn: ({ signal }) => tie.find(signal),
    // Asked anew each time: what hung on it last time may be gone.
    ...{ staleTime: 0, gcTime: 0 },
  });
  if (deleting.isSuccess) {
    const { name } = person;
    return (
      <DoneDialog
        title={t('deletePerson.done')}
        text={t('deletePerson.doneText', { name })}
        onClose={onClose}
      />
    );
  }
  const isFree = ties.data?.length === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={isFree ? t('deletePerson.verify') : t('deletePerson.title', { name: person.name })}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isFree ? (
        <VerifyForm
          person={person}
          error={deleting.error}
          isBusy={deleting.isPending}
          onSubmit={(password) => deleting.mutate({ userId: person.id, password })}
          onCancel={onClose}
        />
      ) : (
        <BeforeVerifying tie={tie} ties={ties} />
      )}
    </Modal>
  );
}

interface BeforeVerifyingProps {
  readonly tie: Tie;
  readonly ties: UseQueryResult<readonly unknown[]>;
}

function BeforeVerifying({ tie, ties }: BeforeVerifyingProps) {
  const { t } = useTranslation();
  if (ties.isError) return <ErrorState error={ties.error} onRetry={() => void ties.refetch()} />;
  if (ties.data === undefined) return <Text role="status">{t('deletePerson.checking')}</Text>;
  return <Notice state="warning" isAlert title={tie.refusal} action={tie.link} />;
}

interface VerifyFormProps {
  readonly person: Person;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onSubmit: (password: string) => void;
  readonly onCancel: () => void;
}

function VerifyForm({ person, error, isBusy, onSubmit, onCancel }: VerifyFormProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? t('deletePerson.required') : null) },
  });
  const wrong = wrongPassword(error, t('deletePerson.incorrect'));
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => onSubmit(password))}>
      <Stack>
        <Text>{t('deletePerson.text', { name: person.name })}</Text>
        {error !== null && wrong === null && (
          <RefusalNotice error={error} tooOften={t('deletePerson.tooOften')} />
        )}
        <PasswordField
          data-autofocus
          label={t('deletePerson.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? wrong}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isOffline}>
            {t('deletePerson.act')}
          </Button>
        </Group>
        {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
      </Stack>
    </form>
  );
}

/** The server's word on the password, else ours; null where it is something else that went wrong. */
function wrongPassword(error: Error | null, fallback: string): string | null {
  const isOfPassword =
    error instanceof ApiError && error.fields.some(({ path }) => path.endsWith('password'));
  return isOfPassword ? error.message || fallback : null;
}
