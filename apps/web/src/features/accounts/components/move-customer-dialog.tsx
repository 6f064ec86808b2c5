import { fullName } from '@granary/domain/accounts/full-name';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { isConflict } from '../../../lib/api-error.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { distributorsQuery } from '../api/get-distributors.ts';
import { userQuery } from '../api/get-user.ts';
import { useAssignDistributor } from '../api/manage-users.ts';
import type { NamedUser } from './delete-user-dialog.tsx';

export interface MoveCustomerDialogProps {
  readonly customer: NamedUser;
  /** Shown instead of a confirmation after a customer has been moved away from a distributor. */
  readonly movedNotice: ReactNode;
  readonly onClose: () => void;
}

/** Assigns a customer to a distributor or to none. Render the dialog only while it is open. */
export function MoveCustomerDialog({ customer, movedNotice, onClose }: MoveCustomerDialogProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const distributors = useQuery(distributorsQuery);
  const user = useQuery({ ...userQuery(customer.id), staleTime: 0 });
  const assign = useAssignDistributor();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { name } = customer;
  if (assign.isSuccess) {
    if (assign.variables.lastDistributorId != null) return movedNotice;
    return (
      <MessageDialog
        title={t('moveCustomer.title', { name })}
        text={t('moveCustomer.done', { name })}
        onClose={onClose}
      />
    );
  }
  const currentId = String(user.data?.distributorId ?? '');
  const value = chosenId ?? currentId;
  const move = () =>
    assign.mutate(
      {
        userId: customer.id,
        distributorId: value === '' ? null : Number(value),
        lastDistributorId: currentId === '' ? null : Number(currentId),
      },
      {
        onError: (error) => {
          if (!isConflict(error)) return;
          setChosenId(null);
          // The current distributor might not be in the list yet, so refetch both.
          void Promise.all([user.refetch(), distributors.refetch()]);
        },
      },
    );
  const isRefetching = isConflict(assign.error) && (distributors.isFetching || user.isFetching);
  const failedQuery = [distributors, user].find(({ isError }) => isError);
  return (
    <Dialog onClose={onClose} title={t('moveCustomer.title', { name })}>
      {failedQuery !== undefined ? (
        <ErrorState error={failedQuery.error} onRetry={() => void failedQuery.refetch()} />
      ) : distributors.data === undefined || user.data === undefined || isRefetching ? (
        <LoadingBlocks count={2} height={44} />
      ) : (
        <Stack>
          {assign.isError && (
            <ErrorState
              error={assign.error}
              {...(isConflict(assign.error) && { fallback: t('moveCustomer.stale', { name }) })}
            />
          )}
          <NativeSelect
            data-autofocus
            label={t('moveCustomer.label')}
            data={[
              { value: '', label: t('person.noDistributor') },
              ...distributors.data.map((distributor) => ({
                value: String(distributor.id),
                label: fullName(distributor),
              })),
            ]}
            value={value}
            onChange={(event) => setChosenId(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              onClick={move}
              loading={assign.isPending}
              disabled={isOffline || value === currentId}
            >
              {t('moveCustomer.submit')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
