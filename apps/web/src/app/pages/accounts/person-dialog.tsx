import { getUsersByDistributor } from '@granary/contract/accounts/http';
import { getAllFarms } from '@granary/contract/farms/http';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import {
  DeleteUserDialog,
  type DeletionBlocker,
  type NamedUser,
} from '../../../features/accounts/components/delete-user-dialog.tsx';
import { EditCustomerDialog } from '../../../features/accounts/components/edit-customer-dialog.tsx';
import { EndSessionsDialog } from '../../../features/accounts/components/end-sessions-dialog.tsx';
import { InviteDialog } from '../../../features/accounts/components/invite-dialog.tsx';
import { MoveCustomerDialog } from '../../../features/accounts/components/move-customer-dialog.tsx';
import { NewBoardKeysDialog } from '../../../features/bins/add/components/new-board-keys-dialog.tsx';
import { call } from '../../../lib/api.ts';

/** The action that the dialog asks about, and the person it affects. */
export interface PersonAction {
  readonly kind:
    | 'correct'
    | 'delete-customer'
    | 'delete-distributor'
    | 'move'
    | 'invite'
    | 'end-sessions';
  readonly person: NamedUser;
}

export interface PersonDialogProps {
  readonly action: PersonAction | null;
  readonly onClose: () => void;
}

/** The dialog for the current action, if there is one. */
export function PersonDialog({ action, onClose }: PersonDialogProps) {
  const blockers = useDeletionBlockers();
  if (action === null) return null;
  const { kind, person } = action;
  if (kind === 'correct') return <EditCustomerDialog customer={person} onClose={onClose} />;
  if (kind === 'invite') return <InviteDialog user={person} onClose={onClose} />;
  if (kind === 'end-sessions') return <EndSessionsDialog user={person} onClose={onClose} />;
  if (kind === 'move') {
    return (
      <MoveCustomerDialog
        customer={person}
        movedNotice={<NewBoardKeysDialog customer={person} onClose={onClose} />}
        onClose={onClose}
      />
    );
  }
  return <DeleteUserDialog user={person} blocker={blockers[kind](person)} onClose={onClose} />;
}

/**
 * Builds the checks that block deletion: users with farms and distributors with customers cannot be deleted.
 */
function useDeletionBlockers(): Readonly<
  Record<'delete-customer' | 'delete-distributor', MakeBlocker>
> {
  const { t } = useTranslation();
  return {
    'delete-customer': ({ id }) => ({
      queryKey: ['farms', id],
      find: (signal) => call(getAllFarms, { query: { user_id: id } }, signal),
      message: t('deletePerson.hasFarms'),
      link: (
        <ButtonLink to="/farmlist/$userId" params={{ userId: id }} variant="default">
          {t('deletePerson.toFarms')}
        </ButtonLink>
      ),
    }),
    'delete-distributor': ({ id, name }) => ({
      queryKey: ['customers', id],
      find: (signal) => call(getUsersByDistributor, { params: { id } }, signal),
      message: t('deletePerson.hasCustomers'),
      link: (
        <ButtonLink
          to="/distributors/$distributorId/users"
          params={{ distributorId: id }}
          state={{ name }}
          variant="default"
        >
          {t('deletePerson.toCustomers')}
        </ButtonLink>
      ),
    }),
  };
}

type MakeBlocker = (person: NamedUser) => DeletionBlocker;
