import type { Customer } from '@granary/contract/accounts/http';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './customer-list.module.css';
import { fullName, placeOf } from './filter-customers.ts';

const ROW_HEIGHT = 64;

export interface CustomerListProps {
  readonly customers: readonly Customer[];
  /** What else can be done about a customer. */
  readonly menu: (customer: Customer) => ReactNode;
}

/** Customers, each leading to their farms; only those near the window are drawn. */
export const CustomerList = memo(function CustomerList({ customers, menu }: CustomerListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count: customers.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    if (box.current) setTop(box.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  return (
    <ul ref={box} className={classes['list']} style={{ height: virtual.getTotalSize() + 2 }}>
      {virtual.getVirtualItems().map((row) => {
        const customer = customers[row.index];
        if (customer === undefined) return null;
        return (
          <li
            key={customer.id}
            ref={virtual.measureElement}
            data-index={row.index}
            className={classes['row']}
            aria-setsize={customers.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            <Link
              to="/farmlist/$userId"
              params={{ userId: customer.id }}
              className={classes['link'] ?? ''}
            >
              <span className={classes['who']}>
                <span className={classes['name']}>{fullName(customer)}</span>
                <span className={classes['place']}>{placeOf(customer)}</span>
              </span>
              <span className={classes['counts']}>
                <span>{t('farms.farms', { count: customer.farmCount })}</span>
                <span>{t('farms.bins', { count: customer.binCount })}</span>
              </span>
              <IconChevronRight size={20} aria-hidden className={classes['chevron']} />
            </Link>
            <span className={classes['menu']}>{menu(customer)}</span>
          </li>
        );
      })}
    </ul>
  );
});
