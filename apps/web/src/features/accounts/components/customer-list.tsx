import type { Customer } from '@granary/contract/accounts/http';
import { binStates } from '@granary/domain/bins/state';
import { memo, type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useVirtualRows } from '../../../lib/use-virtual-rows.ts';
import type { CustomerListItem } from '../customer-list-data.ts';
import classes from './customer-list.module.css';
import { COLUMNS, CustomerRow } from './customer-row.tsx';

export interface CustomerListProps {
  readonly customers: readonly CustomerListItem[];
  /** The number of rows once all customers are loaded. */
  readonly total: number;
  /** Renders the menu with more actions for a customer. */
  readonly renderMenu: (customer: Customer) => ReactNode;
}

/**
 * Customers, each with the worst finding in their bins and links to their farms and to the bin with that
 * finding. Only rows near the viewport are rendered; narrow screens show cards instead of a table.
 */
export const CustomerList = memo(function CustomerList({
  customers,
  total,
  renderMenu,
}: CustomerListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const getKey = useCallback(
    (index: number) => customers[index]?.customer.id ?? index,
    [customers],
  );
  const { rows, measureRow, height } = useVirtualRows(box, {
    count: customers.length,
    getKey,
    overscan: 8,
  });
  return (
    <div
      role="table"
      aria-label={t('customers.title')}
      aria-rowcount={total + 1}
      aria-colcount={COLUMNS.actions}
      className={classes['list']}
    >
      <HeaderRow />
      <div ref={box} role="rowgroup" className={classes['rows']} style={{ height }}>
        {rows.map((row) => {
          const item = customers[row.index];
          return (
            item !== undefined && (
              <CustomerRow
                key={item.customer.id}
                ref={measureRow}
                item={item}
                index={row.index}
                offset={row.offset}
                renderMenu={renderMenu}
              />
            )
          );
        })}
      </div>
    </div>
  );
});

function HeaderRow() {
  const { t } = useTranslation();
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={classes['header']}>
        {(['status', 'customer', 'finding', 'when'] as const).map((column) => (
          <span key={column} role="columnheader" aria-colindex={COLUMNS[column]}>
            {t(`customers.${column}`)}
          </span>
        ))}
        <span role="columnheader" aria-colindex={COLUMNS.bins} className={classes['number']}>
          {t('customers.bins')}
        </span>
        {binStates.map((state, index) => (
          <span
            key={state}
            role="columnheader"
            aria-colindex={COLUMNS.states + index}
            className={classes['number']}
          >
            <StateIcon state={state} size={18} />
            <span className={classes['label']}>{t(`states.${state}`)}</span>
          </span>
        ))}
        <span
          role="columnheader"
          aria-colindex={COLUMNS.actions}
          aria-label={t('customers.actions')}
        />
      </div>
    </div>
  );
}
