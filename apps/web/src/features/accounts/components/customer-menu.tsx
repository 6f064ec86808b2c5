import { fullName } from '@granary/domain/accounts/full-name';
import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useCan } from '../../../lib/use-can.ts';
import type { CustomerActions } from './customer-action-menu.tsx';

const CustomerActionMenu = lazy(async () => ({
  default: (await import('./customer-action-menu.tsx')).CustomerActionMenu,
}));

/** The menu button for a customer's actions; renders nothing if the user has none. */
export function CustomerMenu(props: CustomerActions) {
  const { t } = useTranslation();
  const canReadNotes = useCan('notes.read');
  const canReadAudit = useCan('audit.read');
  const { customer, ...actions } = props;
  const hasActions = Object.values(actions).some((action) => action !== undefined);
  if (!canReadNotes && !canReadAudit && !hasActions) return null;
  return (
    <LazyMenu
      target={
        <ActionIcon aria-label={t('customers.more', { name: fullName(customer) })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      }
    >
      {(menu) => <CustomerActionMenu {...props} {...menu} />}
    </LazyMenu>
  );
}
