import type { Bin } from '@granary/contract/bins/http';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { FillCard } from '../../../features/inventory/components/fill-card.tsx';
import { Ledger } from '../../../features/inventory/components/ledger.tsx';
import { toFillLevel, toMeasuredQuantity } from '../../../features/inventory/fill-level.ts';
import { gaugeReadingQuery } from '../../../features/readings/api/get-reading.ts';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './bin-inventory.module.css';
import { BinSection } from './bin-section.tsx';

/** The fill level of a bin and its ledger. */
export function BinInventory({ bin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const isManual = bin.loadMethod === 'manual';
  const query = useQuery(isManual ? latestReadingQuery(bin.id) : gaugeReadingQuery(bin.id));
  const reading = query.data ?? null;
  const measuredText =
    isManual || reading === null ? '' : t('loads.measured', { age: format.ago(reading.at, now) });
  return (
    <div className={classes['inventory']}>
      <div>
        {query.isError && query.data === undefined && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && !isManual ? (
          <LoadingBlocks count={1} height={220} />
        ) : (
          <FillCard
            {...toFillLevel(bin, reading)}
            size={bin.size}
            unit={bin.cropUnit}
            measuredText={measuredText}
          >
            <ButtonLink
              to="/binsensor/$id/chart"
              params={{ id: bin.id }}
              search={{ series: 'load_percent' }}
              variant="default"
            >
              {t('loads.overTime')}
            </ButtonLink>
          </FillCard>
        )}
      </div>
      <Ledger bin={bin} measurement={toMeasuredQuantity(bin, reading)} />
    </div>
  );
}

/** The fill level of a bin, its ledger and the settings of both. */
export function BinInventoryTab({ bin }: { readonly bin: Bin }) {
  return (
    <div className={classes['panel']}>
      <BinInventory bin={bin} />
      <BinSection bin={bin} section="inventory" />
    </div>
  );
}
