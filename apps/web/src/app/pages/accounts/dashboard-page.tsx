import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { IconUserPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { CustomerMenu } from '../../../features/accounts/components/customer-menu.tsx';
import { CustomerSearch } from '../../../features/accounts/components/customer-search.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { useSession } from '../../../lib/use-session.ts';
import { isStaff } from '../../router/guards.ts';
import { FarmListOf } from '../farms/farm-list-page.tsx';
import { StatesFailed } from '../farms/states-error.tsx';
import { type PersonAct, PersonDialog } from './person-dialog.tsx';
import { useCustomers } from './use-customers.ts';

/** Staff see their customers, others their own farms. */
export function DashboardPage() {
  const session = useSession();
  if (session === null) return null;
  return isStaff(session) ? (
    <CustomersPage isAdmin={session.role === 'admin'} />
  ) : (
    <FarmListOf userId={session.userId} />
  );
}

function CustomersPage({ isAdmin }: { readonly isAdmin: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { query, states, shown } = useCustomers();
  const [act, setAct] = useState<PersonAct | null>(null);
  const menu = useCallback(
    (customer: Customer) => {
      const ask = (kind: PersonAct['kind']) => () =>
        setAct({ kind, person: { id: customer.id, name: fullName(customer) } });
      return (
        <CustomerMenu
          customer={customer}
          onDelete={ask('delete-customer')}
          {...(isAdmin && { onMove: ask('move') })}
        />
      );
    },
    [isAdmin],
  );
  const loading = shown === null && <LoadingBlocks count={8} height={56} />;
  return (
    <Page
      title={t('customers.title')}
      {...(shown && { count: format.number(shown.total) })}
      {...(shown?.assessedAt && {
        meta: t('customers.asOf', {
          bins: t('farms.bins', { count: shown.bins }),
          time: format.time(shown.assessedAt),
        }),
      })}
      actions={
        <ButtonLink to="/addUser" leftSection={<IconUserPlus size={18} aria-hidden />}>
          {t('customers.add')}
        </ButtonLink>
      }
    >
      <Loaded query={query} loading={loading} errorFallback={t('customers.failed')}>
        {() => loading}
      </Loaded>
      {shown?.total === 0 && (
        <Notice title={t('customers.none')} detail={t('customers.noneDetail')} />
      )}
      {shown !== null && shown.total > 0 && (
        <>
          <StatesFailed states={states} />
          <CustomerSearch data={shown} menu={menu} />
        </>
      )}
      <PersonDialog act={act} onClose={() => setAct(null)} />
    </Page>
  );
}
