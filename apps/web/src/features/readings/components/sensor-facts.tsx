import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { compareToTemperatureLimit, getCropLimits } from '@granary/domain/bins/crop-limits';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCrop } from '../../../bin-data/format-crop.ts';
import type { SensorCable } from '../../../bin-data/sensor-cables.ts';
import { isTooWet } from '../../../bin-picture/cell-appearance.ts';
import { countRows, isInHeadspace } from '../../../bin-picture/geometry.ts';
import { Sparkline } from '../../../components/sparkline.tsx';
import { getUnitSymbol } from '../../../lib/format.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { sensorDaysQuery } from '../api/get-sensor-days.ts';
import { explainMissingMoisture, explainTooWet, formatMoistureSource } from '../moisture-source.ts';
import type { SensorComparison } from '../sensor-comparison.ts';
import { calculateSensorTrend } from '../sensor-trend.ts';
import classes from './sensor-facts.module.css';

export interface SensorFactsProps {
  readonly bin: Bin;
  readonly reading: Reading;
  readonly cables: readonly SensorCable[];
  readonly comparison: SensorComparison;
}

/** A sensor's values, place and comparison with its peers. */
export function SensorFacts({ bin, reading, cables, comparison }: SensorFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { cable, cell } = comparison;
  const unit = bin.temperatureUnit;
  const sensor = { cable: cable.number, row: cell.depth };
  const days = useQuery(sensorDaysQuery(bin.id, sensor, reading.at));
  const trend = calculateSensorTrend(days.data?.points ?? []);
  const level = reading.isLevelKnown
    ? ({ kind: 'known', percent: reading.fillPercent } as const)
    : ({ kind: 'unknown' } as const);
  const isSensorInHeadspace = isInHeadspace(level, cell.depth, countRows(cables));
  const depthText = t('sensor.depth', { depth: cell.depth, of: cable.cells.length });
  return (
    <>
      <p className={classes['place']}>
        {t(isSensorInHeadspace ? 'sensor.headspace' : 'sensor.underGrain')} · {depthText}
      </p>
      <div className={classes['value']}>
        <span className={classes['number']}>
          {cell.temperature === null ? '–' : format.degrees(cell.temperature, unit)}
          <small>{getUnitSymbol(unit)}</small>
        </span>
        {trend !== null && (
          <>
            <Sparkline values={trend.values} width={120} />
            <span className={classes['trend']}>
              <b>{format.change(trend.change, unit)}</b>
              <br />
              {t('bins.days', { count: trend.days })}
            </span>
          </>
        )}
      </div>
      <p className={classes['text']}>
        {useSentences(bin, comparison, isSensorInHeadspace).join(' ')}
      </p>
    </>
  );
}

function useSentences(
  bin: Bin,
  comparison: SensorComparison,
  isHeadspaceSensor: boolean,
): string[] {
  const { cable, cell, peerRange: others } = comparison;
  const { t } = useTranslation();
  const format = useFormat();
  const unit = bin.temperatureUnit;
  const sentences: string[] = [];
  if (cell.status !== 'unmute') sentences.push(t(`sensor.state.${cell.status}`));
  if (cell.temperature === null) {
    sentences.push(t('sensor.noValue'));
  } else if (cell.status !== 'disable') {
    if (cable.crop !== null && !isHeadspaceSensor) {
      sentences.push(
        t(`sensor.limit.${compareToTemperatureLimit(cell.temperature, cable.crop)}`, {
          crop: formatCrop(cable.crop, t),
          limit: format.limit(getCropLimits(cable.crop).temperature.max, unit),
        }),
      );
    }
  }
  if (cell.temperature !== null && isTooWet(cell, isHeadspaceSensor)) {
    sentences.push(...explainTooWet(cable.moistureSource, cell.temperature, unit, { t, format }));
  }
  const humidity = cell.humidity === null ? null : format.percent(cell.humidity, 0);
  // There is no grain in the headspace.
  const hasMoisture = cell.moisture !== null && !cable.showsHumidity && !isHeadspaceSensor;
  const moisture = hasMoisture ? format.percent(cell.moisture) : null;
  if (moisture !== null && humidity !== null) {
    const key = cell.isMoistureAboveRange ? 'sensor.moistureOver' : 'sensor.moisture';
    sentences.push(t(key, { moisture, humidity }));
    if (cable.moistureSource !== null)
      sentences.push(formatMoistureSource(cable.moistureSource, t));
  } else if (humidity !== null) {
    sentences.push(t('sensor.humidity', { humidity }));
    const missingText = explainMissingMoisture(bin.showsHumidity, [cable], { t, format });
    if (missingText !== null && !isHeadspaceSensor) sentences.push(missingText);
  }
  if (others !== null) {
    sentences.push(
      t('sensor.others', {
        least: format.degrees(others.min, unit),
        greatest: format.temperature(others.max, unit),
      }),
    );
  }
  return sentences;
}
