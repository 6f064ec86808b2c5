import type { TemperatureUnit } from '@granary/domain/units';
import { type NumberField, parseNumberField } from './number-fields.ts';
import type { LocalizedValues } from './settings-values.ts';

/** Numbers of which each may be so, while together they leave nothing to work with. */
export interface ConflictingLimits {
  /** The fan would start where it stops, or below: nothing is commanded. */
  readonly thresholds: boolean;
  /** No air is within the bounds: nothing is commanded. */
  readonly ambientMoisture: boolean;
  /** The radar sees nothing of the bin: its level is unknown. */
  readonly deadZone: boolean;
}

export function findConflictingLimits(
  values: LocalizedValues,
  unit: TemperatureUnit,
): ConflictingLimits {
  const isBelow = (low: NumberField, high: NumberField) => {
    const [least, most] = [low, high].map((field) =>
      parseNumberField(field, values[field], { unit, locale: values.locale }),
    );
    // What is empty or no number is told of by itself.
    return least?.kind !== 'number' || most?.kind !== 'number' || least.value < most.value;
  };
  return {
    thresholds: !isBelow('fanOffThreshold', 'fanOnThreshold'),
    ambientMoisture: !isBelow('minAmbientMoisture', 'maxAmbientMoisture'),
    deadZone: !isBelow('deadZoneMm', 'levelSensorEmptyMm'),
  };
}
