import type { BinSummary } from '@granary/contract/bins/lists';
import { parseWireState, wireStates } from '@granary/contract/bins/wire-states';
import { Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { allBinsQuery } from '../../../features/bins/api/get-all-bins.ts';
import { canLoadAllReadings } from '../../../features/bins/api/load-all-readings.ts';
import type { AssessedBin } from '../../../features/bins/assess-bins.ts';
import { AttentionList } from '../../../features/bins/components/attention-list.tsx';
import { BinFilters } from '../../../features/bins/components/bin-filters.tsx';
import { BinGrid } from '../../../features/bins/components/bin-grid.tsx';
import { filterBins, listFilterChoices } from '../../../features/bins/filter-bins.ts';
import { OpenEntryNotices } from '../../../features/fans/components/open-entry-notice.tsx';
import { GrainTotalsBox } from '../../../features/inventory/components/grain-totals.tsx';
import { getBrowserTimeZone } from '../../../lib/browser-time-zone.ts';
import { useNow } from '../../../lib/clock.ts';
import { useWatch } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { NoFarms } from '../farms/no-farms.tsx';
import { useAssessedBins } from './use-assessed-bins.ts';

export function AllBinsPage() {
  const { t } = useTranslation();
  const toErrorMessage = useErrorMessage();
  useWatch({ all: true });
  const query = useQuery(allBinsQuery);
  const bins = useAssessedBins(query.data);
  return (
    <Page
      title={t('bins.title')}
      meta={<LiveIndicator />}
      actions={<OutdoorConditions bins={bins.map(({ bin }) => bin)} />}
    >
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={9} height={252} isGrid />}
        errorTitle={t('bins.failed', { message: toErrorMessage(query.error) })}
      >
        {(summaries) =>
          summaries.length === 0 ? (
            <NoFarms title={t('bins.noData')} detail={t('bins.noneDetail')} />
          ) : (
            <Bins bins={bins} />
          )
        }
      </QueryContent>
    </Page>
  );
}

const route = getRouteApi('/shell/allbins');

function Bins({ bins }: { readonly bins: readonly AssessedBin[] }) {
  const { t } = useTranslation();
  const now = useNow();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const [areAllOpen, setAllOpen] = useLocalStorage({
    key: 'sensors-open',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const filter = useMemo(
    () => ({
      state: parseWireState(search.state),
      farmId: search.farm ?? null,
      crop: search.crop ?? null,
    }),
    [search],
  );
  const filteredBins = useMemo(() => filterBins(bins, filter), [bins, filter]);
  const choices = useMemo(() => listFilterChoices(bins, filter), [bins, filter]);
  return (
    <>
      <OpenEntryNotices bins={bins.map(({ bin }) => bin)} />
      <AttentionList bins={bins} now={now} />
      <BinFilters
        filter={filter}
        choices={choices}
        onChange={({ state, farmId, crop }) =>
          void navigate({
            replace: true,
            resetScroll: false,
            search: {
              ...(state !== null && { state: wireStates[state] }),
              ...(farmId !== null && { farm: farmId }),
              ...(crop !== null && { crop }),
            },
          })
        }
      />
      {filteredBins.length > 0 && <GrainTotalsBox bins={filteredBins} />}
      <Switch
        label={t('bins.openAll')}
        checked={areAllOpen}
        onChange={(event) => setAllOpen(event.currentTarget.checked)}
      />
      {filteredBins.length === 0 ? (
        <Notice title={t('filters.none')} />
      ) : (
        <BinGrid
          bins={filteredBins}
          now={now}
          areAllOpen={areAllOpen}
          areReadingsBatched={areAllOpen && canLoadAllReadings(bins.length)}
        />
      )}
    </>
  );
}

/** Today's date, and the outdoor air if all bins are on one farm that measures it. */
function OutdoorConditions({ bins }: { readonly bins: readonly BinSummary[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const parts = [format.date(now), t('records.timesIn', { zone: getBrowserTimeZone() })];
  const first = bins[0];
  const ambient = bins.every((bin) => bin.farmId === first?.farmId) ? first?.ambient : null;
  if (ambient?.temperature != null && first !== undefined) {
    parts.push(
      t('bins.outside', { value: format.temperature(ambient.temperature, first.temperatureUnit) }),
    );
    if (ambient.humidity !== null) parts.push(format.percent(ambient.humidity, 0));
  }
  return (
    <Text c="dimmed" fz={13} lh="18px">
      {parts.join(' · ')}
    </Text>
  );
}
