import type { TemperatureUnit } from '@granary/domain/units';
import { type NumberField, parseNumberField } from './number-fields.ts';
import type { LocalizedValues } from './settings-values.ts';

/** Limits that are valid separately but contradict each other. */
export interface ConflictingLimits {
  /** The start threshold is not above the stop threshold: automatic control is paused. */
  readonly hasThresholdConflict: boolean;
  /** No ambient EMC is within both limits: automatic control is paused. */
  readonly hasAmbientMoistureConflict: boolean;
  /** The dead zone is not smaller than the bin height: the level is unknown. */
  readonly hasDeadZoneConflict: boolean;
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
    hasThresholdConflict: !isBelow('fanOffThreshold', 'fanOnThreshold'),
    hasAmbientMoistureConflict: !isBelow('minAmbientMoisture', 'maxAmbientMoisture'),
    hasDeadZoneConflict: !isBelow('deadZoneMm', 'levelSensorEmptyMm'),
  };
}
