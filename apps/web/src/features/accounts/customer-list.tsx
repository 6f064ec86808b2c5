import type { Customer } from '@granary/contract/accounts/http';
import { worstFirst } from '@granary/domain/bins/state';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateShape } from '../../components/state/state-shape.tsx';
import classes from './customer-list.module.css';
import { CustomerRow } from './customer-row.tsx';
import type { JudgedCustomer } from './judged-customers.ts';

const ROW_HEIGHT = 64;

export interface CustomerListProps {
  readonly customers: readonly JudgedCustomer[];
  /** What else can be done about a customer. */
  readonly menu: (customer: Customer) => ReactNode;
}

/**
 * Customers with what is wrong in their bins, each leading to their farms and to the bin that is
 * worst; only those near the window are drawn. A table where there is room, else cards.
 */
export const CustomerList = memo(function CustomerList({ customers, menu }: CustomerListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count: customers.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => customers[index]?.customer.id ?? index,
  });
  useLayoutEffect(() => {
    if (box.current) setTop(box.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  return (
    <div
      role="table"
      aria-label={t('customers.title')}
      aria-rowcount={customers.length + 1}
      className={classes['list']}
    >
      <Head />
      <div
        ref={box}
        role="rowgroup"
        className={classes['rows']}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((row) => {
          const judged = customers[row.index];
          return (
            judged !== undefined && (
              <CustomerRow
                key={judged.customer.id}
                ref={virtual.measureElement}
                judged={judged}
                index={row.index}
                offset={row.start - top}
              >
                {menu(judged.customer)}
              </CustomerRow>
            )
          );
        })}
      </div>
    </div>
  );
});

function Head() {
  const { t } = useTranslation();
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={classes['head']}>
        <span role="columnheader">{t('customers.worst')}</span>
        <span role="columnheader">{t('customers.customer')}</span>
        <span role="columnheader">{t('customers.wrong')}</span>
        <span role="columnheader">{t('customers.when')}</span>
        <span role="columnheader" className={classes['number']}>
          {t('customers.bins')}
        </span>
        {worstFirst.map((state) => (
          <span key={state} role="columnheader" className={classes['number']}>
            <StateShape state={state} size={18} label={t(`states.${state}`)} />
          </span>
        ))}
        <span role="columnheader" aria-label={t('customers.acts')} />
      </div>
    </div>
  );
}
