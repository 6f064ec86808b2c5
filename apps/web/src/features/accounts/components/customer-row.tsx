import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { type BinState, binStates } from '@granary/domain/bins/state';
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useDescribeWorstFinding, WorstFinding } from '../../../bin-data/worst-finding.tsx';
import { ContactLinks } from '../../../components/contact-links.tsx';
import { StateBadge } from '../../../components/state/state-badge.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import type { CustomerListItem } from '../customer-list-data.ts';
import { formatPlace } from '../filter-customers.ts';
import classes from './customer-list.module.css';

export interface CustomerRowProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly item: CustomerListItem;
  /** Row index, from 0. */
  readonly index: number;
  /** Distance from the top of the list, px. */
  readonly offset: number;
  /** Renders the menu with more actions for a customer. */
  readonly renderMenu: (customer: Customer) => ReactNode;
}

/** Column numbers; a card leaves out empty columns. */
export const COLUMNS = {
  status: 1,
  customer: 2,
  finding: 3,
  when: 4,
  bins: 5,
  /** The first state column; the states are in order, worst first. */
  states: 6,
  actions: 6 + binStates.length,
} as const;

/**
 * A customer with the worst finding in their bins and links to their farms and to the bin with that finding.
 */
export function CustomerRow({ ref, index, offset, ...cellProps }: CustomerRowProps) {
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      className={classes['row']}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <Cells {...cellProps} />
    </div>
  );
}

/** Memoized: while someone types a search, most rows only change their position. */
const Cells = memo(function Cells({
  item,
  renderMenu,
}: Pick<CustomerRowProps, 'item' | 'renderMenu'>) {
  const { t } = useTranslation();
  const { customer, state } = item;
  const farms = t('farms.farms', { count: customer.farmCount });
  return (
    <>
      <span role="cell" aria-colindex={COLUMNS.status} className={classes['state']}>
        {state !== null && (
          <>
            <span className={classes['badge']}>
              <StateBadge state={state} label={t(`states.${state}`)} />
            </span>
            <span className={classes['shape']}>
              <StateIcon state={state} size={24} label={t(`states.${state}`)} />
            </span>
          </>
        )}
      </span>
      <span role="cell" aria-colindex={COLUMNS.customer} className={classes['customer']}>
        <Link
          to="/farmlist/$userId"
          params={{ userId: customer.id }}
          className={classes['name'] ?? ''}
        >
          {fullName(customer)}
        </Link>
        <span className={classes['place']}>
          {[formatPlace({ ...customer, country: '' }), farms]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
        <ContactLinks phone={customer.phone} email={customer.email} />
      </span>
      <WorstFindingCells {...item} />
      <CountCells {...item} />
      <span role="cell" aria-colindex={COLUMNS.actions} className={classes['menu']}>
        {renderMenu(customer)}
      </span>
    </>
  );
});

/** The worst finding, its bin and its start time. */
function WorstFindingCells({ customer, state, worst }: CustomerListItem) {
  const { t } = useTranslation();
  const describeWorst = useDescribeWorstFinding();
  if (worst === null) {
    const hasNoFindings = state === 'ok' || customer.binCount === 0;
    return (
      <>
        <span role="cell" aria-colindex={COLUMNS.finding} className={classes['noFindings']}>
          {hasNoFindings && t(customer.binCount === 0 ? 'customers.noBins' : 'customers.nothing')}
        </span>
        <span role="cell" aria-colindex={COLUMNS.when} className={classes['since']} />
      </>
    );
  }
  const worstText = describeWorst(worst);
  return (
    <>
      <span role="cell" aria-colindex={COLUMNS.finding} className={classes['finding']}>
        <WorstFinding worst={worst} text={worstText} />
      </span>
      <span role="cell" aria-colindex={COLUMNS.when} className={classes['since']}>
        {worstText.since}
      </span>
    </>
  );
}

/** The number of bins, in total and by state. */
function CountCells({ customer, counts }: CustomerListItem) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <span role="cell" aria-colindex={COLUMNS.bins} className={classes['bins']}>
        <span className={classes['countValue']}>{format.number(customer.binCount)}</span>
        <span className={classes['countLabel']}>
          {t('farms.bins', { count: customer.binCount })}
        </span>
      </span>
      <span className={classes['counts']}>
        {binStates.map((state, index) => (
          <CountCell
            key={state}
            state={state}
            label={t(`states.${state}`)}
            column={COLUMNS.states + index}
            count={counts && format.number(counts[state])}
            isZero={!counts?.[state]}
          />
        ))}
      </span>
    </>
  );
}

interface CountCellProps {
  readonly state: BinState;
  readonly label: string;
  readonly column: number;
  /** Null if unknown. */
  readonly count: string | null;
  readonly isZero: boolean;
}

function CountCell({ state, label, column, count, isZero }: CountCellProps) {
  return (
    <span
      role="cell"
      aria-colindex={column}
      className={classes['count']}
      data-state={state}
      data-zero={isZero}
    >
      <StateIcon state={state} size={16} label={label} />
      {isZero && count !== null && <span aria-hidden>·</span>}
      {isZero ? <VisuallyHidden>{count}</VisuallyHidden> : count}
    </span>
  );
}
