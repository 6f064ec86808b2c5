import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { CustomerList } from '../../features/accounts/customer-list.tsx';
import { filterCustomers, fullName } from '../../features/accounts/filter-customers.ts';
import { customers } from '../../features/accounts/get-customers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSession } from '../../lib/use-session.ts';
import { isStaff } from '../guards.ts';
import { FarmListOf } from './farm-list-of.tsx';

/** Staff see their customers, others their own farms. */
export function DashboardPage() {
  const session = useSession();
  if (session === null) return null;
  return isStaff(session) ? <CustomersPage /> : <FarmListOf userId={session.userId} />;
}

function CustomersPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(customers);
  const [text, setText] = useState('');
  const sorted = useMemo(
    () =>
      [...(query.data ?? [])].sort((a, b) =>
        fullName(a).localeCompare(fullName(b), format.locale, { numeric: true }),
      ),
    [query.data, format],
  );
  const found = useMemo(() => filterCustomers(sorted, text), [sorted, text]);
  return (
    <Page
      title={t('customers.title')}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
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
                <CustomerList customers={found} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
