import { bounds } from '@granary/contract/bins/bounds';
import { alertSwitches, areLevelsCrossed } from '@granary/contract/bins/settings';
import { MAIN_BOARD_ID_PATTERN } from '@granary/contract/boards/topics';
import type { TemperatureUnit } from '@granary/domain/units';
import {
  isNumberField,
  type NumberField,
  parseNumberField,
  toDisplayBounds,
} from './number-fields.ts';
import type { CableValues, LocalizedValues, SettingsValues } from './settings-values.ts';

export type SettingProblem =
  | { readonly kind: 'required' | 'board' | 'taken' | 'crossed' }
  | { readonly kind: 'range' | 'whole' | 'hundredths'; readonly min: number; readonly max: number };

/** Whether this number field is shown, given the other settings. */
export function isFieldShown(values: SettingsValues, field: NumberField): boolean {
  switch (field) {
    case 'temperatureAlertC':
    case 'co2Alert':
    case 'differenceAlertC':
    case 'silenceAlertHours':
    case 'minLevelAlert':
    case 'maxLevelAlert':
      return values[alertSwitches[field]];
    case 'levelSensorEmptyMm':
    case 'deadZoneMm':
      return values.loadMethod.startsWith('siloscan');
    case 'pressureY1':
    case 'pressureY2':
      return values.loadMethod === 'pressure cable';
    case 'fanOnSpeed':
    case 'fanOffSpeed':
      return values.fanAttached && values.plenumSensorAttached;
    case 'fanKw':
      return values.fanAttached;
    case 'size':
      return true;
    default:
      return values.fanAttached && values.fanMode === 'automatic';
  }
}

/** Validates these fields; returns the problems by form path. */
export function validateSettings(
  values: LocalizedValues,
  previousValues: SettingsValues,
  fields: readonly (keyof SettingsValues)[],
  unit: TemperatureUnit,
): ReadonlyMap<string, SettingProblem> {
  const problems = new Map<string, SettingProblem>();
  for (const field of fields) {
    if (field === 'cables') {
      for (const [path, problem] of validateCables(values.cables, previousValues.cables)) {
        problems.set(path, problem);
      }
      continue;
    }
    const problem = validateField(values, field, unit);
    if (problem !== null) problems.set(field, problem);
  }
  return problems;
}

function validateField(
  values: LocalizedValues,
  field: Exclude<keyof SettingsValues, 'cables'>,
  unit: TemperatureUnit,
): SettingProblem | null {
  if (field === 'name') return values.name.trim() === '' ? { kind: 'required' } : null;
  if (field === 'mainBoardId') {
    return MAIN_BOARD_ID_PATTERN.test(values.mainBoardId.trim()) ? null : { kind: 'board' };
  }
  if (!isNumberField(field) || !isFieldShown(values, field)) return null;
  const parsed = parseNumberField(field, values[field], { unit, locale: values.locale });
  const { min, max, errorKind } = toDisplayBounds(field, unit);
  if (parsed.kind === 'invalid') return { kind: errorKind, min, max };
  // An enabled alert without a limit would never fire.
  if (parsed.kind === 'empty' && field in alertSwitches) return { kind: 'required' };
  return field === 'minLevelAlert' && isMinLevelAboveMax(values, unit) ? { kind: 'crossed' } : null;
}

function isMinLevelAboveMax(values: LocalizedValues, unit: TemperatureUnit): boolean {
  const parseLevel = (field: 'minLevelAlert' | 'maxLevelAlert') => {
    const parsed = parseNumberField(field, values[field], { unit, locale: values.locale });
    return parsed.kind === 'number' ? parsed.value : null;
  };
  const levels = {
    minLevelAlert: parseLevel('minLevelAlert'),
    maxLevelAlert: parseLevel('maxLevelAlert'),
  };
  return areLevelsCrossed({ ...values, ...levels });
}

function validateCables(
  cables: readonly CableValues[],
  previousCables: readonly CableValues[],
): [string, SettingProblem][] {
  const { max } = bounds.cableId;
  return cables.flatMap(({ cable, cableId }, index): [string, SettingProblem][] => {
    const path = `cables.${index}.cableId`;
    const previousId = previousCables.find((oldCable) => oldCable.cable === cable)?.cableId;
    const isUnreadable = cableId === '-1' && previousId === '-1';
    const address = Number(cableId);
    const isAddress = /^\d+$/.test(cableId.trim()) && address >= 1 && address <= max;
    if (!isUnreadable && !isAddress) return [[path, { kind: 'whole', min: 1, max }]];
    const isTaken = cables.slice(0, index).some((other) => Number(other.cableId) === address);
    return isTaken && !isUnreadable ? [[path, { kind: 'taken' }]] : [];
  });
}
