import { calculateTonnes, listCrops } from '@granary/domain/inventory/grain-totals';
import type { Millis } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { formatCrops } from '../../../bin-data/format-crop.ts';
import type { AssessedBin } from '../../../features/bins/assess-bins.ts';
import { explainMissingHottest } from '../../../features/bins/bin-fill.ts';
import { toFillLevel } from '../../../features/inventory/fill-level.ts';
import type { Formats } from '../../../lib/format.ts';

/** A bin as a row of the report. */
export interface ReportRow {
  readonly crop: string;
  readonly fill: string;
  /** '–' if the bin is measured in tonnes or its quantity is unknown. */
  readonly bushels: string;
  readonly tonnes: string;
  /**
   * Whether the quantity comes from the loads and unloads that users entered; false if it is zero or unknown.
   */
  readonly isEntered: boolean;
  /** Values of the sensors under grain, or why there are none. */
  readonly grain: ReportedGrain | string;
  /** The bin has a hot spot, so the hottest value is marked as critical. */
  readonly isHot: boolean;
  readonly readAt: string;
}

export interface ReportedGrain {
  readonly averageTemperature: string;
  readonly hottest: string;
  /** Relative humidity if the bin shows humidity or no moisture can be calculated for its grain. */
  readonly averageMoisture: string;
  readonly wettest: string;
}

export interface ReportContext {
  readonly t: TFunction;
  /** In the time zone of the farm. */
  readonly format: Formats;
  readonly now: Millis;
}

const NONE = '–';

/** Formats a bin's quantity, and its grain at the latest reading. */
export function toReportRow({ bin, findings }: AssessedBin, context: ReportContext): ReportRow {
  const { t, format, now } = context;
  const { volume, latest } = bin;
  // In lists, the quantity is from the newest reading.
  const { level } = toFillLevel(bin, latest && { ...latest, loadQuantity: volume });
  const tonnes = calculateTonnes(bin);
  return {
    crop: volume === 0 ? t('bins.empty') : formatCrops(listCrops(bin), t, format),
    fill: level.kind === 'known' ? format.percent(level.percent) : t('bins.levelUnknownShort'),
    bushels: volume === null || bin.cropUnit !== 'bushels' ? NONE : format.number(volume),
    tonnes: tonnes === null ? NONE : format.number(tonnes, 1),
    isEntered: bin.loadMethod === 'manual' && volume !== null && volume > 0,
    grain: describeGrain({ bin, findings }, context),
    isHot: findings.some(({ kind }) => kind === 'hot-spot'),
    readAt: latest === null ? t('bins.never') : format.since(latest.at, now),
  };
}

function describeGrain(
  assessed: Pick<AssessedBin, 'bin' | 'findings'>,
  { t, format }: ReportContext,
): ReportedGrain | string {
  const { bin } = assessed;
  const { latest: reading, temperatureUnit } = bin;
  if (reading === null) return t('bins.noReading');
  if (bin.volume === 0) return t('bins.empty');
  const { averageTemperature, hottest, moisture, humidity, highestMoisture } = reading;
  if (hottest === null) return t(`bins.${explainMissingHottest(assessed)}`);
  const formatTemperature = (value: number | null) =>
    value === null ? NONE : format.temperature(value, temperatureUnit);
  return {
    averageTemperature: formatTemperature(averageTemperature),
    hottest: formatTemperature(hottest.temperature),
    averageMoisture:
      moisture !== null
        ? format.percent(moisture)
        : humidity === null
          ? NONE
          : t('units.relativeHumidity', { value: format.number(humidity) }),
    wettest: highestMoisture === null ? NONE : format.percent(highestMoisture),
  };
}
