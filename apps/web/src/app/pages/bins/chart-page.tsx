import type { Alert } from '@granary/contract/alerts/http';
import type { Bin } from '@granary/contract/bins/http';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { recentAlertsQuery } from '../../../features/alerts/api/get-alerts.ts';
import { binsMenuQuery } from '../../../features/bins/api/get-bins-menu.ts';
import { type FanRun, fanRunsQuery } from '../../../features/fans/api/get-fan-history.ts';
import {
  type Chart,
  type ChartDays,
  chartQuery,
  parseChartDays,
} from '../../../features/readings/chart/api/get-chart.ts';
import { parseStep } from '../../../features/readings/chart/api/get-sensor-series.ts';
import { useLiveChart } from '../../../features/readings/chart/api/use-live-chart.ts';
import {
  formatChosenSensors,
  parseChosenSensors,
} from '../../../features/readings/chart/chosen-sensors.ts';
import { ChartControls } from '../../../features/readings/chart/components/chart-controls.tsx';
import {
  ChartView,
  type ChartViewProps,
} from '../../../features/readings/chart/components/chart-view.tsx';
import {
  type Comparison,
  SensorChart,
  type SensorChartProps,
} from '../../../features/readings/chart/components/sensor-chart.tsx';
import { SensorControls } from '../../../features/readings/chart/components/sensor-controls.tsx';
import { StaleChart } from '../../../features/readings/chart/components/stale-chart.tsx';
import {
  parseSeries,
  type Series,
  showsHumidity,
} from '../../../features/readings/chart/panels.ts';
import { useNow } from '../../../lib/clock.ts';
import { BinSubpage } from './bin-subpage.tsx';

const route = getRouteApi('/shell/binsensor/$id/chart');

/** The chart of a bin. */
export function ChartPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <BinSubpage id={id} title={t('bin.chart')}>
      {(bin) => <BinChart bin={bin} />}
    </BinSubpage>
  );
}

function BinChart({ bin }: { readonly bin: Bin }) {
  const search = route.useSearch();
  const days = parseChartDays(search.days);
  const navigate = route.useNavigate();
  const series = parseSeries(search.series, bin);
  const sensors = useMemo(() => parseChosenSensors(search.sensors), [search.sensors]);
  const step = parseStep(search.step, days);
  const bins = useQuery(binsMenuQuery).data ?? NO_BINS;
  const comparison = findComparison(search.against, bins);
  const hasSensors = sensors.length > 0;
  const { data: isHumidityShown = bin.showsHumidity } = useQuery({
    ...chartQuery(bin.id, days),
    enabled: !hasSensors,
    select: useCallback(({ records }: Chart) => showsHumidity(bin, records, null), [bin]),
  });
  // The back button returns to the bin, not to the previous range.
  const updateSearch = (changes: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false });
  return (
    <>
      <ChartControls
        bin={bin}
        isHumidity={isHumidityShown}
        days={days}
        series={hasSensors ? null : series}
        onDays={(value) => updateSearch({ days: value })}
        onSeries={(value) => updateSearch({ series: value, sensors: undefined })}
      />
      <SensorControls
        bin={bin}
        sensors={sensors}
        days={days}
        step={step}
        comparison={comparison}
        bins={bins}
        onSensors={(chosen) =>
          updateSearch({ sensors: chosen.length === 0 ? undefined : formatChosenSensors(chosen) })
        }
        onStep={(value) => updateSearch({ step: value })}
        onCompare={(value) => updateSearch({ against: value ?? undefined })}
      />
      {hasSensors ? (
        <SensorRangeChart
          bin={bin}
          sensors={sensors}
          days={days}
          step={step}
          comparison={comparison}
        />
      ) : (
        <BinReadingsChart bin={bin} days={days} series={series} />
      )}
    </>
  );
}

const NO_BINS: readonly { readonly id: number; readonly name: string }[] = [];

/** Finds the comparison that the URL requests; another bin only if the user can see it. */
function findComparison(
  value: 'last-year' | number | undefined,
  bins: typeof NO_BINS,
): Comparison | null {
  if (value === 'last-year') return { kind: 'last-year' };
  const other = bins.find(({ id }) => id === value);
  return other === undefined ? null : { kind: 'bin', id: other.id, name: other.name };
}

/** Loads the alerts in the chart's time range, and returns an error notice if they could not be loaded. */
function useChartAlerts(binId: number, days: ChartDays) {
  const { t } = useTranslation();
  // A day's record can begin before the range.
  const query = useQuery(recentAlertsQuery(binId, days + 1));
  const alerts = useMemo(
    () =>
      (query.data ?? NO_ALERTS).map(({ rule, since, closedAt }) => ({
        rule,
        from: since,
        to: closedAt,
      })),
    [query.data],
  );
  const error = query.isError && query.data === undefined && (
    <ErrorState
      error={query.error}
      title={t('alerts.failed')}
      onRetry={() => void query.refetch()}
    />
  );
  return { alerts, error };
}

const NO_ALERTS: readonly Alert[] = [];

function SensorRangeChart(
  props: Omit<SensorChartProps, 'fanRuns' | 'alerts' | 'isTable' | 'onTable'>,
) {
  const { bin, days } = props;
  const { t } = useTranslation();
  const now = useNow();
  const [isTable, setTable] = useState(false);
  const { alerts, error } = useChartAlerts(bin.id, days);
  const runs = useQuery({ ...fanRunsQuery(bin.id, days + 1), enabled: bin.fanAttached });
  const spans = useMemo(
    () => (runs.data ?? NO_RUNS).map(({ from, to }) => ({ from, to: to ?? now })),
    [runs.data, now],
  );
  return (
    <>
      {runs.isError && runs.data === undefined && (
        <ErrorState
          error={runs.error}
          title={t('fan.loadError')}
          onRetry={() => void runs.refetch()}
        />
      )}
      {error}
      <SensorChart
        {...props}
        fanRuns={spans}
        alerts={alerts}
        isTable={isTable}
        onTable={setTable}
      />
    </>
  );
}

interface BinReadingsChartProps {
  readonly bin: Bin;
  readonly days: ChartDays;
  readonly series: Series;
}

function BinReadingsChart({ bin, days, series }: BinReadingsChartProps) {
  const { t } = useTranslation();
  const query = useQuery(chartQuery(bin.id, days));
  useLiveChart(bin.id, days);
  const { alerts, error } = useChartAlerts(bin.id, days);
  // Loaded together with the readings. A day's record can begin before the range.
  const runs = useQuery({ ...fanRunsQuery(bin.id, days + 1), enabled: bin.fanAttached });
  // State lives here so that the table stays open when a range fails to load.
  const [isTable, setTable] = useState(false);
  // The chart does not wait for the runs of a removed fan or for a failing call.
  const areRunsLoading = runs.isPlaceholderData && bin.fanAttached && runs.failureCount === 0;
  const isPreviousRangeShown = query.isPlaceholderData || areRunsLoading;
  return (
    <QueryContent query={query} loadingContent={<ChartLoading />} errorTitle={t('chart.loadError')}>
      {(chart) => (
        <>
          {runs.isError && runs.data === undefined && (
            <ErrorState
              error={runs.error}
              title={t('fan.loadError')}
              onRetry={() => void runs.refetch()}
            />
          )}
          {error}
          <StaleChart isStale={isPreviousRangeShown}>
            <ChartWithFanRuns
              bin={bin}
              chart={chart}
              series={series}
              isTable={isTable}
              isPreviousRangeShown={isPreviousRangeShown}
              runs={runs.isPlaceholderData ? NO_RUNS : (runs.data ?? NO_RUNS)}
              alerts={alerts}
              onTable={setTable}
            />
          </StaleChart>
        </>
      )}
    </QueryContent>
  );
}

const NO_RUNS: readonly FanRun[] = [];

interface ChartWithFanRunsProps extends Omit<ChartViewProps, 'fanRuns'> {
  readonly runs: readonly FanRun[];
  /** Whether the previous range is shown while part of the chosen one is loading. */
  readonly isPreviousRangeShown: boolean;
}

/**
 * The chart with the fan's runs in the background; a run that has not ended is drawn up to the last reading.
 * A new range is drawn once readings and runs have loaded; until then the old one stays.
 */
const ChartWithFanRuns = memo(
  function ChartWithFanRuns({ runs, isPreviousRangeShown: _, ...props }: ChartWithFanRunsProps) {
    const last = props.chart.records.at(-1)?.at;
    const fanSpans = useMemo(
      () => runs.map(({ from, to }) => ({ from, to: to ?? last ?? from })),
      [runs, last],
    );
    return <ChartView {...props} fanRuns={fanSpans} />;
  },
  (previous, next) => next.isPreviousRangeShown && next.series === previous.series,
);

function ChartLoading() {
  return (
    <>
      <LoadingBlocks count={1} height={90} />
      <LoadingBlocks count={1} height={480} />
    </>
  );
}
