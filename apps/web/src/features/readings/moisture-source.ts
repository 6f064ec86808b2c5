import { findConstantSet, findModelAndCrop } from '@granary/domain/moisture/constant-sets';
import { calculateSafeMoisture, SAFE_HUMIDITY } from '@granary/domain/moisture/safe-storage';
import type { TemperatureUnit } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { formatCrop } from '../../bin-data/format-crop.ts';
import { formatCableName } from '../../bin-data/format-sensor-name.ts';
import type { SensorCable } from '../../bin-data/sensor-cables.ts';
import type { Formats } from '../../lib/format.ts';

/** Proper names, the same in every language. */
const equationNames = {
  henderson: 'Henderson',
  'chung-pfost': 'Chung-Pfost',
  halsey: 'Halsey',
  oswin: 'Oswin',
} as const;

/** Explains how a cable's moisture was calculated: with an equation or an uploaded table. */
export function formatMoistureSource(source: string, t: TFunction): string {
  const set = findModelAndCrop(source);
  if (set === null) return t('sensor.byTable');
  return t('sensor.byEquation', {
    equation: equationNames[set.model],
    crop: formatCrop(set.crop, t),
  });
}

/**
 * Explains why grain is too wet to store and, if its isotherm is known, the highest safe moisture at its
 * temperature, °C.
 */
export function explainTooWet(
  source: string | null,
  temperature: number,
  unit: TemperatureUnit,
  { t, format }: { readonly t: TFunction; readonly format: Formats },
): string[] {
  const reason = t('sensor.tooWet', { limit: format.percent(SAFE_HUMIDITY, 0) });
  const set = source === null ? null : findConstantSet(source);
  const crop = source === null ? undefined : findModelAndCrop(source)?.crop;
  if (set === null || crop === undefined) return [reason];
  const maxSafeMoisture = calculateSafeMoisture({ kind: 'model', set }, temperature);
  if (maxSafeMoisture === null) return [reason];
  const limit = t('sensor.safeMoisture', {
    crop: formatCrop(crop, t),
    temperature: format.temperature(temperature, unit),
    moisture: format.percent(maxSafeMoisture),
  });
  return [reason, limit];
}

/**
 * Names the cables that show humidity because moisture is unavailable; null if there are none. Cables are
 * named instead of crops, because the crops might have been different at the time of an older reading.
 */
export function explainMissingMoisture(
  showsHumidity: boolean,
  cables: readonly Pick<SensorCable, 'number' | 'name' | 'moistureSource' | 'cells'>[],
  { t, format }: { readonly t: TFunction; readonly format: Formats },
): string | null {
  // Cables that report no humidity are not affected.
  const cablesWithoutMoisture = cables.filter(
    ({ moistureSource, cells }) =>
      moistureSource === null && cells.some(({ humidity }) => humidity !== null),
  );
  if (showsHumidity || cablesWithoutMoisture.length === 0) return null;
  const names = cablesWithoutMoisture.map((cable) => formatCableName(cable, t));
  const list = new Intl.ListFormat(format.locale).format(names);
  return t('picture.noMoisture', { cables: list });
}
