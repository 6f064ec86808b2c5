import type { Customer } from '@granary/contract/accounts/http';
import { countStates } from '@granary/domain/accounts/customer-states';
import type { BinState } from '@granary/domain/bins/state';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { StateChips } from '../../../components/state/state-chips.tsx';
import type { CustomerListData } from '../customer-list-data.ts';
import { filterCustomers } from '../filter-customers.ts';
import classes from './customer-list.module.css';
import { CustomerList } from './customer-list.tsx';

export interface CustomerSearchProps {
  readonly data: CustomerListData;
  /** Renders the menu with more actions for a customer. */
  readonly renderMenu: (customer: Customer) => ReactNode;
}

/**
 * Customers filtered by text and by state. While only the customers with the worst states are loaded,
 * filtered results wait for the full list.
 */
export function CustomerSearch({ data, renderMenu }: CustomerSearchProps) {
  const { t } = useTranslation();
  const { customers, hasAllCustomers, hasAllStates } = data;
  const [text, setText] = useState('');
  const [state, setState] = useState<BinState | null>(null);
  // Typing stays responsive; the results can lag behind.
  const deferredText = useDeferredValue(text);
  const matches = useMemo(
    () => filterCustomers(customers, deferredText),
    [customers, deferredText],
  );
  const isComplete = hasAllCustomers && hasAllStates;
  const counts = useMemo(
    () => (isComplete ? countStates(matches) : data.customerCountByState),
    [isComplete, matches, data],
  );
  const results = useMemo(
    () => (state === null ? matches : matches.filter((item) => item.state === state)),
    [matches, state],
  );
  const isFiltered = text !== '' || state !== null;
  const isWaiting = (text !== '' && !hasAllCustomers) || (state !== null && !hasAllStates);
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
          <StateChips
            total={hasAllCustomers ? matches.length : data.customerCount}
            counts={counts}
            selectedState={state}
            onChoose={setState}
          />
        )}
      </div>
      <VisuallyHidden role="status">
        {isFiltered && !isWaiting && t('customers.found', { count: results.length })}
      </VisuallyHidden>
      {isWaiting && <LoadingBlocks count={8} height={56} />}
      {!isWaiting && results.length === 0 && (
        <Notice
          title={state === null ? t('customers.notFound', { text }) : t('customers.noMatch')}
        />
      )}
      {!isWaiting && results.length > 0 && (
        <CustomerList
          customers={results}
          total={hasAllCustomers ? results.length : data.customerCount}
          renderMenu={renderMenu}
        />
      )}
    </>
  );
}
