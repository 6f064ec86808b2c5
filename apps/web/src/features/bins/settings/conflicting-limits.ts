import type { TemperatureUnit } from '@granary/domain/units';
import { type NumberField, parseNumberField } from './number-fields.ts';
import type { LocalizedValues } from './settings-values.ts';

/** Limits that are valid one by one but exclude each other. */
export interface ConflictingLimits {
  /** The start threshold is not above the stop threshold: automatic control is paused. */
  readonly thresholds: boolean;
  /** No air is within the limits: automatic control is paused. */
  readonly ambientMoisture: boolean;
  /** The dead zone is at least as high as the bin: the level is unknown. */
  readonly deadZone: boolean;
}

export function findConflictingLimits(
  values: LocalizedValues,
  unit: TemperatureUnit,
): ConflictingLimits {
  const isBelow = (low: NumberField, high: NumberField) => {
    const [lowValue, highValue] = [low, high].map((field) =>
      parseNumberField(field, values[field], { unit, locale: values.locale }),
    );
    // Empty and invalid fields have their own errors.
    return (
      lowValue?.kind !== 'number' ||
      highValue?.kind !== 'number' ||
      lowValue.value < highValue.value
    );
  };
  return {
    thresholds: !isBelow('fanOffThreshold', 'fanOnThreshold'),
    ambientMoisture: !isBelow('minAmbientMoisture', 'maxAmbientMoisture'),
    deadZone: !isBelow('deadZoneMm', 'levelSensorEmptyMm'),
  };
}
