import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MenuLink } from '../../../components/menu-link.tsx';

export interface CustomerMenuProps {
  readonly customer: Customer;
  readonly onDelete: (customer: Customer) => void;
  /** For who may move customers. */
  readonly onMove?: (customer: Customer) => void;
}

/** What staff may do about a customer, beside looking at their farms. */
export function CustomerMenu({ customer, onDelete, onMove }: CustomerMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={t('customers.more', { name: fullName(customer) })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink mih={44} to="/notes/$userId" params={{ userId: customer.id }}>
          {t('customers.notes')}
        </MenuLink>
        <MenuLink mih={44} to="/changes" search={{ user: customer.id }}>
          {t('customers.changes')}
        </MenuLink>
        {onMove !== undefined && (
          <Menu.Item mih={44} onClick={() => onMove(customer)}>
            {t('customers.move')}
          </Menu.Item>
        )}
        <Menu.Item mih={44} color="warning" onClick={() => onDelete(customer)}>
          {t('customers.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
