import {
  getSensorSeries,
  SERIES_STEPS,
  type SensorSeries,
  type SeriesStep,
} from '@granary/contract/readings/http';
import type { SensorLocation } from '@granary/domain/readings/sensor-series';
import { DAY, MINUTE, millis } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api.ts';
import { now } from '../../../../lib/clock.ts';
import { formatChosenSensors } from '../chosen-sensors.ts';
import { type ChartDays, isDaily } from './get-chart.ts';

export interface SeriesRequest {
  readonly binId: number;
  readonly sensors: readonly SensorLocation[];
  readonly days: ChartDays;
  readonly step: SeriesStep;
  /** How many days before now the range ends. */
  readonly daysBefore?: number;
}

/** A bin's chosen sensors over a range of days; shows the previous range while loading. */
export function sensorSeriesQuery({ binId, sensors, days, step, daysBefore = 0 }: SeriesRequest) {
  return queryOptions({
    queryKey: ['sensorSeries', binId, formatChosenSensors(sensors), days, step, daysBefore],
    queryFn: ({ signal }): Promise<SensorSeries> => {
      const to = millis(now() - daysBefore * DAY);
      const query = { bin_sensor_id: binId, sensors, from: millis(to - days * DAY), to, step };
      return call(getSensorSeries, { query }, signal);
    },
    staleTime: MINUTE,
    refetchInterval: MINUTE,
    placeholderData: keepPreviousData,
  });
}

/** Parses the step in a URL; by default readings, or days in a long range. */
export function parseStep(value: unknown, days: ChartDays): SeriesStep {
  const step = SERIES_STEPS.find((seriesStep) => seriesStep === value);
  // More than 30 days of readings are too many to draw.
  if (step === undefined || (step === 'reading' && isDaily(days))) {
    return isDaily(days) ? 'day' : 'reading';
  }
  return step;
}
