import type { Customer } from '@granary/contract/accounts/http';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LazyMenuState } from '../../../components/lazy-menu.tsx';
import { MenuLink } from '../../../components/menu-link.tsx';
import { useCan } from '../../../lib/use-can.ts';

/** A customer, and the actions that the user can perform on their account. */
export interface CustomerActions {
  readonly customer: Customer;
  /** Absent if the user cannot edit customers' details. */
  readonly onEditDetails?: (customer: Customer) => void;
  /** Absent if the user cannot delete customers. */
  readonly onDelete?: (customer: Customer) => void;
  /** Absent if the user cannot move customers. */
  readonly onMove?: (customer: Customer) => void;
  /** Absent if the user cannot invite customers. */
  readonly onInvite?: (customer: Customer) => void;
  /** Absent if the user cannot end customers' sessions. */
  readonly onEndSessions?: (customer: Customer) => void;
}

type CustomerActionMenuProps = CustomerActions & LazyMenuState;

/** The menu of actions for a customer. */
export function CustomerActionMenu({
  customer,
  onEditDetails,
  onDelete,
  onMove,
  onInvite,
  onEndSessions,
  target,
  ...menu
}: CustomerActionMenuProps) {
  const { t } = useTranslation();
  const canReadNotes = useCan('notes.read');
  const canReadAudit = useCan('audit.read');
  const canReadEvents = useCan('security-events.read');
  return (
    <Menu position="bottom-end" width={240} {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {onEditDetails !== undefined && (
          <Menu.Item mih={44} onClick={() => onEditDetails(customer)}>
            {t('customers.editDetails')}
          </Menu.Item>
        )}
        {canReadNotes && (
          <MenuLink mih={44} to="/notes/$userId" params={{ userId: customer.id }}>
            {t('customers.notes')}
          </MenuLink>
        )}
        {canReadAudit && (
          <MenuLink mih={44} to="/changes" search={{ user: customer.id }}>
            {t('customers.changes')}
          </MenuLink>
        )}
        {canReadEvents && (
          <MenuLink mih={44} to="/securityEvents" search={{ user: customer.id }}>
            {t('customers.security')}
          </MenuLink>
        )}
        {onInvite !== undefined && (
          <Menu.Item mih={44} onClick={() => onInvite(customer)}>
            {t('customers.invite')}
          </Menu.Item>
        )}
        {onEndSessions !== undefined && (
          <Menu.Item mih={44} onClick={() => onEndSessions(customer)}>
            {t('customers.endSessions')}
          </Menu.Item>
        )}
        {onMove !== undefined && (
          <Menu.Item mih={44} onClick={() => onMove(customer)}>
            {t('customers.move')}
          </Menu.Item>
        )}
        {onDelete !== undefined && (
          <Menu.Item mih={44} color="warning" onClick={() => onDelete(customer)}>
            {t('customers.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
