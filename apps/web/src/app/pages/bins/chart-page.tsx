import type { Bin } from '@granary/contract/bins/http';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { type FanRun, fanRunsQuery } from '../../../features/fans/api/get-fan-history.ts';
import {
  type Chart,
  type ChartDays,
  chartQuery,
  parseChartDays,
} from '../../../features/readings/chart/api/get-chart.ts';
import { useLiveChart } from '../../../features/readings/chart/api/use-live-chart.ts';
import { ChartControls } from '../../../features/readings/chart/components/chart-controls.tsx';
import {
  ChartView,
  type ChartViewProps,
} from '../../../features/readings/chart/components/chart-view.tsx';
import { StaleChart } from '../../../features/readings/chart/components/stale-chart.tsx';
import {
  parseSeries,
  type Series,
  showsHumidity,
} from '../../../features/readings/chart/panels.ts';
import { BinPartPage } from './bin-part-page.tsx';

const route = getRouteApi('/shell/binsensor/$id/chart');

/** A bin over time. */
export function ChartPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <BinPartPage id={id} title={t('chart.title')}>
      {(bin) => <BinChart bin={bin} />}
    </BinPartPage>
  );
}

function BinChart({ bin }: { readonly bin: Bin }) {
  const search = route.useSearch();
  const days = parseChartDays(search.days);
  const navigate = route.useNavigate();
  const series = parseSeries(search.series, bin);
  const { data: isHumidity = bin.showsHumidity } = useQuery({
    ...chartQuery(bin.id, days),
    select: useCallback(({ records }: Chart) => showsHumidity(bin, records, null), [bin]),
  });
  // The arrow back leads to the bin, not through what was looked at here.
  const show = (shown: { days: typeof days; series: typeof series }) =>
    void navigate({ search: shown, replace: true, resetScroll: false });
  return (
    <>
      <ChartControls
        {...{ bin, isHumidity, days, series }}
        onDays={(value) => show({ days: value, series })}
        onSeries={(value) => show({ days, series: value })}
      />
      <RangeChart {...{ bin, days, series }} />
    </>
  );
}

interface RangeChartProps {
  readonly bin: Bin;
  readonly days: ChartDays;
  readonly series: Series;
}

function RangeChart({ bin, days, series }: RangeChartProps) {
  const { t } = useTranslation();
  const query = useQuery(chartQuery(bin.id, days));
  useLiveChart(bin.id, days);
  // Asked for together with the readings. A day's record may begin before the range does.
  const runs = useQuery({ ...fanRunsQuery(bin.id, days + 1), enabled: bin.fanAttached });
  // Here, for who reads the table goes on with it after a range that could not be loaded.
  const [isTable, setTable] = useState(false);
  // Of a fan that was taken off meanwhile nothing comes, and a call that fails is not waited for.
  const areComing = runs.isPlaceholderData && bin.fanAttached && runs.failureCount === 0;
  const isBefore = query.isPlaceholderData || areComing;
  return (
    <Loaded query={query} loading={<ChartLoading />} errorTitle={t('chart.loadError')}>
      {(chart) => (
        <>
          {runs.isError && runs.data === undefined && (
            <ErrorState
              error={runs.error}
              title={t('fan.loadError')}
              onRetry={() => void runs.refetch()}
            />
          )}
          <StaleChart isStale={isBefore}>
            <DrawnChart
              {...{ bin, chart, series, isTable, isBefore }}
              runs={runs.isPlaceholderData ? NO_RUNS : (runs.data ?? NO_RUNS)}
              onTable={setTable}
            />
          </StaleChart>
        </>
      )}
    </Loaded>
  );
}

const NO_RUNS: readonly FanRun[] = [];

interface DrawnChartProps extends Omit<ChartViewProps, 'fanRuns'> {
  readonly runs: readonly FanRun[];
  /** Whether some of the chosen range is still to come. */
  readonly isBefore: boolean;
}

/**
 * The chart with the runs of the bin's fan behind it; one that goes on ends with the readings. Of
 * another range both are drawn in one go: until then, what is drawn stays as it is.
 */
const DrawnChart = memo(
  function DrawnChart({ runs, isBefore: _, ...props }: DrawnChartProps) {
    const last = props.chart.records.at(-1)?.at;
    const fanSpans = useMemo(
      () => runs.map(({ from, to }) => ({ from, to: to ?? last ?? from })),
      [runs, last],
    );
    return <ChartView {...props} fanRuns={fanSpans} />;
  },
  (drawn, next) => next.isBefore && next.series === drawn.series,
);

function ChartLoading() {
  return (
    <>
      <LoadingBlocks count={1} height={90} />
      <LoadingBlocks count={1} height={480} />
    </>
  );
}
