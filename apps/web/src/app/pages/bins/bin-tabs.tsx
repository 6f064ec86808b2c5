import type { Bin } from '@granary/contract/bins/http';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { useFanHistoryUpdates } from '../../../features/fans/api/get-fan-history.ts';
import { FanControl } from '../../../features/fans/components/fan-control.tsx';
import { FanEffect } from '../../../features/fans/components/fan-effect.tsx';
import { FanHistory } from '../../../features/fans/components/fan-history.tsx';
import { FanStatus } from '../../../features/fans/components/fan-status.tsx';
import type { BinTab } from '../../router/search-params.ts';
import { BinSection } from './bin-section.tsx';
import classes from './bin-tabs.module.css';

/** The tabs of the page of a bin, in order. */
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

/** The tabs of the page of a bin; each has its own address. */
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

/** Loaded on demand: it calculates with time zones. */
const FanSchedule = lazy(async () => ({
  default: (await import('../../../features/fans/components/fan-schedule.tsx')).FanSchedule,
}));

/** The state of a fan, its schedule, its settings and its history. */
export function BinFanTab({ bin }: { readonly bin: Bin }) {
  useFanHistoryUpdates(bin.id, bin.fan);
  return (
    <div className={classes['panel']}>
      <FanStatus binId={bin.id} fan={bin.fan} />
      <FanControl bin={bin} />
      {bin.fanAttached && bin.fanMode === 'scheduled' && (
        <Suspense fallback={<LoadingBlocks count={1} height={320} />}>
          <FanSchedule bin={bin} />
        </Suspense>
      )}
      <BinSection bin={bin} section="fan" />
      <FanEffect bin={bin} />
      <FanHistory binId={bin.id} />
    </div>
  );
}

/** Loaded on demand: few users open the forms. */
const BinSettings = lazy(async () => ({
  default: (await import('../../../features/bins/settings/components/bin-settings.tsx'))
    .BinSettings,
}));

/** All settings of a bin, section by section. */
export function BinSettingsTab({ bin }: { readonly bin: Bin }) {
  return (
    <Suspense fallback={<LoadingBlocks count={4} height={200} />}>
      <BinSettings bin={bin} />
    </Suspense>
  );
}
