import { type BinState, worstFirst } from '@granary/domain/bins/state';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../components/state/state-badge.tsx';
import { StateShape } from '../../components/state/state-shape.tsx';
import { useNow } from '../../lib/clock.ts';
import { findingWords } from '../../lib/finding-words.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './customer-list.module.css';
import { fullName, placeOf } from './filter-customers.ts';
import type { JudgedCustomer } from './judged-customers.ts';

export interface CustomerRowProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly judged: JudgedCustomer;
  /** Its place in the list, from 0. */
  readonly index: number;
  /** Distance from the top of the list, px. */
  readonly offset: number;
  /** What else can be done about the customer. */
  readonly children: ReactNode;
}

/** A customer, leading to their farms, with what is worst in their bins, leading to the bin. */
export function CustomerRow({ ref, judged, index, offset, children }: CustomerRowProps) {
  const { t } = useTranslation();
  const { customer, state } = judged;
  const farms = t('farms.farms', { count: customer.farmCount });
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      className={classes['row']}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <span role="cell" className={classes['state']}>
        {state !== null && (
          <>
            <span className={classes['badge']}>
              <StateBadge state={state} label={t(`states.${state}`)} />
            </span>
            <span className={classes['shape']}>
              <StateShape state={state} size={24} label={t(`states.${state}`)} />
            </span>
          </>
        )}
      </span>
      <span role="cell" className={classes['who']}>
        <Link
          to="/farmlist/$userId"
          params={{ userId: customer.id }}
          className={classes['name'] ?? ''}
        >
          {fullName(customer)}
        </Link>
        <span className={classes['place']}>
          {[placeOf({ ...customer, country: '' }), farms].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      <Wrong {...judged} />
      <Counts {...judged} />
      <span role="cell" className={classes['menu']}>
        {children}
      </span>
    </div>
  );
}

/** What is worst, in which bin, and since when. */
function Wrong({ customer, state, worst }: JudgedCustomer) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (worst === null) {
    const isSound = state === 'ok' || customer.binCount === 0;
    return (
      <>
        <span role="cell" className={classes['nothing']}>
          {isSound && t(customer.binCount === 0 ? 'customers.noBins' : 'customers.nothing')}
        </span>
        <span role="cell" className={classes['when']} />
      </>
    );
  }
  const { finding, readAt, temperatureUnit: unit } = worst;
  const words = findingWords(finding, { t, format, unit, now, readAt, hotSince: null });
  return (
    <>
      <span role="cell" className={classes['wrong']}>
        <Link to="/binsensor/$id" params={{ id: worst.binId }} className={classes['bin'] ?? ''}>
          {t('customers.inBin', { bin: worst.binName, wrong: words.title })}
        </Link>
        <span className={classes['detail']}>{words.detail}</span>
      </span>
      <span role="cell" className={classes['when']}>
        {words.since}
      </span>
    </>
  );
}

/** How many bins there are, and in each state. */
function Counts({ customer, counts }: JudgedCustomer) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <span role="cell" className={classes['bins']}>
        <span className={classes['bare']}>{format.number(customer.binCount)}</span>
        <span className={classes['worded']}>{t('farms.bins', { count: customer.binCount })}</span>
      </span>
      <span className={classes['counts']}>
        {worstFirst.map((state) => (
          <Count key={state} state={state} count={counts?.[state] ?? null} />
        ))}
      </span>
    </>
  );
}

/** How many bins are in a state; null where that is not known. */
function Count({ state, count }: { readonly state: BinState; readonly count: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span role="cell" className={classes['count']} data-state={state} data-none={!count}>
      <StateShape state={state} size={16} label={t(`states.${state}`)} />
      {count === 0 ? '·' : count !== null && format.number(count)}
    </span>
  );
}
