import type { Customer } from '@granary/contract/accounts/http';
import type { BinState } from '@granary/domain/bins/state';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { StateChips } from '../../components/state/state-chips.tsx';
import { CustomerList } from './customer-list.tsx';
import { filterCustomers } from './filter-customers.ts';
import classes from './found-customers.module.css';
import { countStates, type JudgedCustomer } from './judged-customers.ts';

export interface FoundCustomersProps {
  readonly customers: readonly JudgedCustomer[];
  /** What else can be done about a customer. */
  readonly menu: (customer: Customer) => ReactNode;
}

/** Those of the customers that are sought, by what is typed and by how their bins stand. */
export function FoundCustomers({ customers, menu }: FoundCustomersProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [state, setState] = useState<BinState | null>(null);
  // Letters show at once, and what they lead to when there is time.
  const sought = useDeferredValue(text);
  const named = useMemo(() => filterCustomers(customers, sought), [customers, sought]);
  const counts = useMemo(() => countStates(named), [named]);
  const found = useMemo(
    () => (state === null ? named : named.filter((judged) => judged.state === state)),
    [named, state],
  );
  return (
    <>
      <div className={classes['tools']}>
        <TextInput
          type="search"
          aria-label={t('customers.search')}
          placeholder={t('customers.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className={classes['search'] ?? ''}
        />
        {(counts.size > 0 || state !== null) && (
          <StateChips total={named.length} counts={counts} chosen={state} onChoose={setState} />
        )}
      </div>
      <VisuallyHidden role="status">
        {text === '' && state === null ? '' : t('customers.found', { count: found.length })}
      </VisuallyHidden>
      {found.length === 0 ? (
        <Notice
          title={state === null ? t('customers.notFound', { text }) : t('customers.noneSo')}
        />
      ) : (
        <CustomerList customers={found} menu={menu} />
      )}
    </>
  );
}
