import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { BinTab } from '../../router/search-params.ts';
import classes from './bin-tabs.module.css';

/** The parts of a bin's page, in the order they stand in. */
function tabsOf(isManual: boolean) {
  return [
    [1, 'results'],
    [isManual ? 2 : 3, 'inventory'],
    [4, 'fan'],
    [5, 'settings'],
  ] as const satisfies readonly (readonly [1 | BinTab, string])[];
}

interface BinTabsProps {
  readonly binId: number;
  /** Its inventory is written by hand. */
  readonly isManual: boolean;
  readonly tab: 1 | BinTab;
}

/** Leads to the parts of a bin's page: each has an address of its own. */
export function BinTabs({ binId, isManual, tab }: BinTabsProps) {
  const { t } = useTranslation();
  return (
    <nav className={classes['tabs']} aria-label={t('bin.tabs')}>
      {tabsOf(isManual).map(([number, name]) => (
        <Link
          key={number}
          className={classes['tab'] ?? ''}
          to="/binsensor/$id"
          params={{ id: binId }}
          search={number === 1 ? {} : { tab: number }}
          // The arrow back leads to the page before, not through the tabs.
          replace
          resetScroll={false}
          activeOptions={{ exact: true }}
          data-active={number === tab}
          aria-current={number === tab ? 'page' : undefined}
        >
          {t(`bin.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
