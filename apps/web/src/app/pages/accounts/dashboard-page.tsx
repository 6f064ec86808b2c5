import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { IconUserPlus } from '@tabler/icons-react';
import { lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LoadWhenOpen } from '../../../components/load-when-open.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { CustomerMenu } from '../../../features/accounts/components/customer-menu.tsx';
import { CustomerSearch } from '../../../features/accounts/components/customer-search.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useSession } from '../../../lib/use-session.ts';
import { FarmList } from '../farms/farm-list-page.tsx';
import { StatesError } from '../farms/states-error.tsx';
import type { PersonAction } from './person-dialog.tsx';
import { useCustomers } from './use-customers.ts';

const PersonDialog = lazy(async () => ({
  default: (await import('./person-dialog.tsx')).PersonDialog,
}));

/** Shows staff their customers, and other users their own farms. */
export function DashboardPage() {
  const session = useSession();
  const canListCustomers = useCan('customers.list');
  if (session === null) return null;
  return canListCustomers ? <CustomersPage /> : <FarmList userId={session.userId} />;
}

function CustomersPage() {
  const { t } = useTranslation();
  const canAdd = useCan('customers.add');
  const canCorrect = useCan('account.correct');
  const canAssign = useCan('account.assign');
  const canDelete = useCan('account.delete');
  const canInvite = useCan('account.invite');
  const canEndSessions = useCan('account.end-sessions');
  const format = useFormat();
  const { query, states, customerList } = useCustomers();
  const [action, setAction] = useState<PersonAction | null>(null);
  const renderMenu = useCallback(
    (customer: Customer) => {
      const openDialog = (kind: PersonAction['kind']) => () =>
        setAction({ kind, person: { id: customer.id, name: fullName(customer) } });
      return (
        <CustomerMenu
          customer={customer}
          {...(canCorrect && { onEditDetails: openDialog('correct') })}
          {...(canDelete && { onDelete: openDialog('delete-customer') })}
          {...(canInvite && { onInvite: openDialog('invite') })}
          {...(canEndSessions && { onEndSessions: openDialog('end-sessions') })}
          {...(canAssign && { onMove: openDialog('move') })}
        />
      );
    },
    [canAssign, canCorrect, canDelete, canEndSessions, canInvite],
  );
  const placeholder = customerList === null && <LoadingBlocks count={8} height={56} />;
  return (
    <Page
      title={t('customers.title')}
      {...(customerList && { count: format.number(customerList.customerCount) })}
      {...(customerList?.assessedAt && {
        meta: t('customers.asOf', {
          bins: t('farms.bins', { count: customerList.binCount }),
          time: format.time(customerList.assessedAt),
        }),
      })}
      actions={
        canAdd && (
          <ButtonLink to="/addUser" leftSection={<IconUserPlus size={18} aria-hidden />}>
            {t('customers.add')}
          </ButtonLink>
        )
      }
    >
      <QueryContent
        query={query}
        loadingContent={placeholder}
        errorFallback={t('customers.failed')}
      >
        {() => placeholder}
      </QueryContent>
      {customerList?.customerCount === 0 && (
        <Notice title={t('customers.none')} detail={t('customers.noneDetail')} />
      )}
      {customerList !== null && customerList.customerCount > 0 && (
        <>
          <StatesError states={states} />
          <CustomerSearch data={customerList} renderMenu={renderMenu} />
        </>
      )}
      <LoadWhenOpen isOpen={action !== null}>
        {() => <PersonDialog action={action} onClose={() => setAction(null)} />}
      </LoadWhenOpen>
    </Page>
  );
}
