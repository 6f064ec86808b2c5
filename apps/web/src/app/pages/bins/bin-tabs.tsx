import type { Bin } from '@granary/contract/bins/http';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { loadWithTexts } from '../../../lib/i18n.ts';
import type { BinTab } from '../../router/search-params.ts';
import classes from './bin-tabs.module.css';

/** Lists the tabs of a bin's page, in order. */
function listTabs(isManual: boolean) {
  return [
    [1, 'results'],
    [isManual ? 2 : 3, 'inventory'],
    [4, 'fan'],
    [5, 'settings'],
  ] as const satisfies readonly (readonly [1 | BinTab, string])[];
}

interface BinTabsProps {
  readonly binId: number;
  /** The inventory is entered by hand. */
  readonly isManual: boolean;
  readonly tab: 1 | BinTab;
}

/** The tabs of a bin's page; each has its own address. */
export function BinTabs({ binId, isManual, tab }: BinTabsProps) {
  const { t } = useTranslation();
  return (
    <nav data-screen-only className={classes['tabs']} aria-label={t('bin.tabs')}>
      {listTabs(isManual).map(([number, name]) => (
        <Link
          key={number}
          className={classes['tab'] ?? ''}
          to="/binsensor/$id"
          params={{ id: binId }}
          search={number === 1 ? {} : { tab: number }}
          // The back button returns to the previous page, not to the previous tab.
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

// Loaded on demand: the first view is the results.
const BinInventoryTab = lazy(
  loadWithTexts('other', async () => ({
    default: (await import('./bin-inventory.tsx')).BinInventoryTab,
  })),
);
const BinFanTab = lazy(
  loadWithTexts('other', async () => ({ default: (await import('./bin-fan.tsx')).BinFanTab })),
);
const BinSettings = lazy(
  loadWithTexts('other', async () => ({
    default: (await import('../../../features/bins/settings/components/bin-settings.tsx'))
      .BinSettings,
  })),
);

/** The inventory, the fan or the settings of a bin. */
export function BinTabContent({ bin, tab }: { readonly bin: Bin; readonly tab: BinTab }) {
  return (
    <Suspense fallback={<LoadingBlocks count={4} height={200} />}>
      {tab === 5 ? (
        <BinSettings bin={bin} />
      ) : tab === 4 ? (
        <BinFanTab bin={bin} />
      ) : (
        <BinInventoryTab bin={bin} />
      )}
    </Suspense>
  );
}
