import { CHART_RANGE_DAYS } from '@granary/contract/readings/http';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../../components/segmented-control.tsx';
import { type ChartDays, parseChartDays } from '../api/get-chart.ts';
import { formatSeries } from '../chart-text.ts';
import {
  type ChartedBin,
  parseSeries,
  SCALAR_SERIES,
  type Series,
  toCableSeries,
} from '../panels.ts';
import classes from './chart.module.css';

export interface ChartControlsProps {
  readonly bin: ChartedBin;
  /** Whether the series of all cables shows humidity. */
  readonly isHumidity: boolean;
  readonly days: ChartDays;
  /** Null while individual sensors are charted. */
  readonly series: Series | null;
  readonly onDays: (days: ChartDays) => void;
  readonly onSeries: (series: Series) => void;
}

/** Controls for choosing the series and the range. */
export function ChartControls(props: ChartControlsProps) {
  const { bin, isHumidity, days, series, onDays, onSeries } = props;
  const { t } = useTranslation();
  const choices: readonly Series[] = ['all', ...SCALAR_SERIES, ...bin.cables.map(toCableSeries)];
  return (
    <div className={classes['controls']}>
      <NativeSelect
        className={classes['series'] ?? ''}
        aria-label={t('chart.series')}
        value={series ?? ''}
        onChange={(event) => onSeries(parseSeries(event.currentTarget.value, bin))}
        data={[
          ...(series === null ? [{ value: '', label: t('chart.chosenSensors') }] : []),
          ...choices.map((value) => ({
            value,
            label: formatSeries(value, bin, isHumidity, { t }),
          })),
        ]}
      />
      <SegmentedControl
        className={classes['ranges']}
        aria-label={t('chart.range')}
        value={String(days)}
        onChange={(value) => onDays(parseChartDays(Number(value)))}
        data={CHART_RANGE_DAYS.map((range) => ({
          value: String(range),
          label: (
            <>
              <span className={classes['long']}>{t(`chart.ranges.${range}`)}</span>
              <span className={classes['short']}>{t(`chart.shortRanges.${range}`)}</span>
            </>
          ),
        }))}
      />
    </div>
  );
}
