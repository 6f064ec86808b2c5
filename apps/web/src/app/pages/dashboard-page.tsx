import type { Customer } from '@granary/contract/accounts/http';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { CustomerList } from '../../features/accounts/customer-list.tsx';
import { CustomerMenu } from '../../features/accounts/customer-menu.tsx';
import { filterCustomers, fullName } from '../../features/accounts/filter-customers.ts';
import { customers } from '../../features/accounts/get-customers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSession } from '../../lib/use-session.ts';
import { isStaff } from '../guards.ts';
import { FarmListOf } from './farm-list-of.tsx';
import { type PersonAct, PersonDialog } from './person-dialog.tsx';

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
  const query = useQuery(customers);
  const [text, setText] = useState('');
  const [act, setAct] = useState<PersonAct | null>(null);
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(format.locale, { numeric: true });
    return [...(query.data ?? [])].sort((a, b) => compare(fullName(a), fullName(b)));
  }, [query.data, format]);
  // Letters show at once, and what they lead to when there is time.
  const sought = useDeferredValue(text);
  const found = useMemo(() => filterCustomers(sorted, sought), [sorted, sought]);
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
  return (
    <Page
      title={t('customers.title')}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
      actions={
        <ButtonLink to="/addUser" leftSection={<IconUserPlus size={18} aria-hidden />}>
          {t('customers.add')}
        </ButtonLink>
      }
    >
      <Loaded
        query={query}
        loading={<LoadingBlocks count={8} height={56} />}
        errorFallback={t('customers.failed')}
      >
        {(all) =>
          all.length === 0 ? (
            <Notice title={t('customers.none')} detail={t('customers.noneDetail')} />
          ) : (
            <>
              <TextInput
                type="search"
                aria-label={t('customers.search')}
                placeholder={t('customers.search')}
                leftSection={<IconSearch size={18} aria-hidden />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                maw={400}
                w="100%"
              />
              <VisuallyHidden role="status">
                {text === '' ? '' : t('customers.found', { count: found.length })}
              </VisuallyHidden>
              {found.length === 0 ? (
                <Notice title={t('customers.notFound', { text })} />
              ) : (
                <CustomerList customers={found} menu={menu} />
              )}
            </>
          )
        }
      </Loaded>
      <PersonDialog act={act} onClose={() => setAct(null)} />
    </Page>
  );
}
