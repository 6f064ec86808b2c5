import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactLinks } from '../../../components/contact-links.tsx';
import classes from '../../../components/record-table.module.css';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useVirtualRows } from '../../../lib/use-virtual-rows.ts';
import { formatPlace } from '../filter-customers.ts';

export interface UserTableProps {
  readonly label: string;
  readonly users: readonly Customer[];
  readonly onDelete: (user: Customer) => void;
}

/** Users in a table. Only rows near the viewport are rendered; two empty rows fill the rest. */
export function UserTable({ label, users, onDelete }: UserTableProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, measureRow, heightAbove, heightBelow } = useVirtualRows(body, {
    count: users.length,
    overscan: 8,
  });
  return (
    <table className={classes['table']} aria-label={label} aria-rowcount={users.length + 1}>
      <thead>
        <tr>
          <th scope="col">{t('distributors.user')}</th>
          <th scope="col" className={classes['number']}>
            {t('distributors.farms')}
          </th>
          <th scope="col" className={classes['number']}>
            {t('distributors.bins')}
          </th>
          <th scope="col">
            <VisuallyHidden>{t('distributors.actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={heightAbove} />
        {rows.map((row) => {
          const user = users[row.index];
          return user === undefined ? null : (
            <tr key={user.id} ref={measureRow} data-index={row.index} aria-rowindex={row.index + 2}>
              <UserCells user={user} onDelete={onDelete} />
            </tr>
          );
        })}
        <Spacer height={heightBelow} />
      </tbody>
    </table>
  );
}

interface UserCellsProps {
  readonly user: Customer;
  readonly onDelete: (user: Customer) => void;
}

function UserCells({ user, onDelete }: UserCellsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const canDelete = useCan('account.delete');
  const name = fullName(user);
  return (
    <>
      <th scope="row">
        <Link to="/farmlist/$userId" params={{ userId: user.id }} className={classes['name'] ?? ''}>
          {name}
        </Link>
        <span className={classes['details']}>{formatPlace(user)}</span>
        <ContactLinks phone={user.phone} email={user.email} />
      </th>
      <td className={classes['number']}>{format.number(user.farmCount)}</td>
      <td className={classes['number']}>{format.number(user.binCount)}</td>
      <td className={classes['actionCell']}>
        {canDelete && (
          <Button
            variant="default"
            px="sm"
            aria-label={t('distributors.deleteUserOf', { name })}
            onClick={() => onDelete(user)}
          >
            <IconTrash size={18} aria-hidden />
            <span className={classes['buttonText']}>{t('distributors.deleteUser')}</span>
          </Button>
        )}
      </td>
    </>
  );
}

function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden style={{ height }} />;
}
