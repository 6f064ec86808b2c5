import type { Customer } from '@granary/contract/accounts/http';
import { millis, SECOND } from '@granary/domain/units';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { CustomerMenu } from '../../features/accounts/customer-menu.tsx';
import { fullName } from '../../features/accounts/filter-customers.ts';
import { FoundCustomers } from '../../features/accounts/found-customers.tsx';
import { customers } from '../../features/accounts/get-customers.ts';
import { judgeCustomers } from '../../features/accounts/judged-customers.ts';
import { customerStates } from '../../lib/farm-states.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useLate } from '../../lib/use-late.ts';
import { useSession } from '../../lib/use-session.ts';
import { isStaff } from '../guards.ts';
import { FarmListOf } from './farm-list-of.tsx';
import { type PersonAct, PersonDialog } from './person-dialog.tsx';
import { StatesFailed } from './states-failed.tsx';

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

/** Without how their bins stand, customers are shown after this time, ms. */
const PATIENCE = 6 * SECOND;

function CustomersPage({ isAdmin }: { readonly isAdmin: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(customers);
  const states = useQuery(customerStates);
  const isLate = useLate(PATIENCE);
  const [act, setAct] = useState<PersonAct | null>(null);
  const judged = useMemo(
    () => judgeCustomers(query.data ?? [], states.data ?? [], format.locale),
    [query.data, states.data, format],
  );
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
  const loading = <LoadingBlocks count={8} height={56} />;
  return (
    <Page
      title={t('customers.title')}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
      {...(query.data !== undefined &&
        states.data !== undefined && {
          meta: t('customers.asOf', {
            bins: t('farms.bins', { count: sum(query.data.map(({ binCount }) => binCount)) }),
            time: format.time(millis(states.dataUpdatedAt)),
          }),
        })}
      actions={
        <ButtonLink to="/addUser" leftSection={<IconUserPlus size={18} aria-hidden />}>
          {t('customers.add')}
        </ButtonLink>
      }
    >
      <Loaded query={query} loading={loading} errorFallback={t('customers.failed')}>
        {(all) => {
          if (all.length === 0) {
            return <Notice title={t('customers.none')} detail={t('customers.noneDetail')} />;
          }
          // Rows that change places just as they are there would be worse than a wait, but a long one.
          if (states.isPending && !isLate) return loading;
          return (
            <>
              <StatesFailed states={states} />
              <FoundCustomers customers={judged} menu={menu} />
            </>
          );
        }}
      </Loaded>
      <PersonDialog act={act} onClose={() => setAct(null)} />
    </Page>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
