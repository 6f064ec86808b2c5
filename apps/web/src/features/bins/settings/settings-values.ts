import type { Bin } from '@granary/contract/bins/http';
import {
  type BinSettingsEdit,
  type CableSettings,
  type SettingName,
  settingNames,
} from '@granary/contract/bins/settings';
import type { TemperatureUnit } from '@granary/domain/units';
import { rebasedCables } from './compare-cables.ts';
import {
  isNumberField,
  measuresTemperature,
  type NumberField,
  numberFields,
  numberIn,
  textOf,
  typedIn,
} from './number-fields.ts';

/** Settings that are text, or one of a list. */
type TextField =
  | ('name' | 'crop' | 'cropUnit' | 'temperatureUnit' | 'mainBoardId' | 'frequency' | 'radioGroup')
  | ('binNumber' | 'boardType' | 'firmwareName' | 'firmwareVersion' | 'loadMethod' | 'fanMode');

/** Settings that are on or off. */
export type FlagField = Exclude<SettingName, NumberField | TextField | 'cables' | 'pressureCables'>;

/** A cable as the form holds it: what is typed is text. */
export interface CableValues {
  readonly cable: number;
  readonly name: string;
  readonly cableId: string;
  readonly subBin: string;
  readonly flip: boolean;
  readonly crop: string;
}

/** What the forms of a bin's settings hold; numbers as text, in the bin's unit of temperature. */
export type SettingsValues = Readonly<Record<NumberField | TextField, string>> &
  Readonly<Record<FlagField, boolean>> & { readonly cables: readonly CableValues[] };

/** Values, and the locale by whose signs their numbers are written. */
export type WrittenValues = SettingsValues & { readonly locale: string };

/** The values of a bin as it was read, to be edited in a locale. */
export function valuesOf(bin: Bin, locale: string): WrittenValues {
  const writing = { unit: bin.temperatureUnit, locale };
  const flags = settingNames.filter((name): name is FlagField => typeof bin[name] === 'boolean');
  return {
    // Every setting that is on or off is one of the flags, and every number one of the numbers.
    ...(Object.fromEntries(flags.map((name) => [name, bin[name]])) as Record<FlagField, boolean>),
    ...(Object.fromEntries(
      numberFields.map((field) => [field, textOf(field, numberOf(bin, field), writing)]),
    ) as Record<NumberField, string>),
    locale,
    name: bin.name,
    crop: bin.crop ?? '',
    cropUnit: bin.cropUnit,
    temperatureUnit: bin.temperatureUnit,
    mainBoardId: bin.mainBoardId,
    frequency: String(bin.wantedFrequency ?? bin.frequency),
    radioGroup: String(bin.wantedRadioGroup ?? bin.radioGroup),
    binNumber: String(bin.binNumber),
    boardType: bin.boardType,
    firmwareName: bin.firmwareName,
    firmwareVersion: bin.firmwareVersion,
    loadMethod: bin.loadMethod,
    fanMode: bin.fanMode,
    cables: bin.cables.map(({ cable, name, cableId, subBin, flip, crop }) => ({
      ...{ cable, name, flip, crop: crop ?? '' },
      ...{ cableId: String(cableId), subBin: String(subBin) },
    })),
  };
}

/** What changes these settings of a bin that was read at a version. */
export function editOf(
  values: WrittenValues,
  bin: Bin,
  names: readonly SettingName[],
): BinSettingsEdit {
  const edit = Object.fromEntries(names.map((name) => [name, settingIn(values, bin, name)]));
  // Each value is of its setting's kind; the call's schema checks what is sent.
  return { ...(edit as BinSettingsEdit), version: bin.version };
}

function settingIn(values: WrittenValues, bin: Bin, name: SettingName): unknown {
  if (isNumberField(name)) return typedNumber(values, bin, name);
  switch (name) {
    case 'frequency':
    case 'radioGroup':
    case 'binNumber':
      return Number(values[name]);
    case 'crop':
      return values.crop || null;
    case 'pressureCables':
      return {
        Y1: pressureIn(values, bin, 'pressureY1'),
        Y2: pressureIn(values, bin, 'pressureY2'),
      };
    case 'cables':
      return values.cables.map(cableIn);
    default: {
      const value = values[name];
      return typeof value === 'string' ? value.trim() : value;
    }
  }
}

/** What is not typed in, or hidden and no number, stays as it was: to the last digit. */
function typedNumber(values: WrittenValues, bin: Bin, field: NumberField): number | null {
  const was = numberOf(bin, field);
  const text = values[field];
  const writing = { unit: bin.temperatureUnit, locale: values.locale };
  if (text === textOf(field, was, writing)) return was;
  const typed = numberIn(field, text, writing);
  return typed.kind === 'number' ? typed.value : typed.kind === 'empty' ? null : was;
}

/** A pressure cable that is not there has no sensors. */
function pressureIn(
  values: WrittenValues,
  bin: Bin,
  field: 'pressureY1' | 'pressureY2',
): number | null {
  const typed = typedNumber(values, bin, field);
  return typed === null && numberOf(bin, field) !== null ? 0 : typed;
}

function cableIn({ cable, name, cableId, subBin, flip, crop }: CableValues): CableSettings {
  const [address, part] = [Number(cableId), Number(subBin)];
  return { cable, name, cableId: address, subBin: part, flip, crop: crop || null };
}

function numberOf(bin: Bin, field: NumberField): number | null {
  if (field === 'pressureY1') return bin.pressureCables.Y1;
  return field === 'pressureY2' ? bin.pressureCables.Y2 : bin[field];
}

/** The fields of the form behind a setting. */
export function fieldsOf(name: SettingName): readonly (keyof SettingsValues)[] {
  return name === 'pressureCables' ? ['pressureY1', 'pressureY2'] : [name];
}

/** The fields among these in which two states differ. */
export function differing(
  one: SettingsValues,
  other: SettingsValues,
  fields: readonly (keyof SettingsValues)[],
): (keyof SettingsValues)[] {
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

/**
 * The fields among these that somebody else changed. Another unit changes no number by itself, but
 * counts wherever temperatures are typed: what stands there means something else now.
 */
export function changedBetween(
  readBefore: Bin,
  readNow: Bin,
  fields: readonly (keyof SettingsValues)[],
): (keyof SettingsValues)[] {
  const { temperatureUnit } = readNow;
  // Any locale will do: both are written in it.
  const before = valuesOf({ ...readBefore, temperatureUnit }, 'en');
  const changed = differing(before, valuesOf(readNow, 'en'), fields);
  const isUnitOfThese =
    fields.includes('temperatureUnit') ||
    fields.some((field) => isNumberField(field) && measuresTemperature(field));
  return isUnitOfThese && readBefore.temperatureUnit !== temperatureUnit
    ? [...changed, 'temperatureUnit']
    : changed;
}

/** A form as it was filled in or submitted, its temperatures in the unit of then. */
export interface FilledIn {
  readonly values: WrittenValues;
  readonly unit: TemperatureUnit;
}

/**
 * Puts the settings as they stand now under a form that is being filled in: what was left alone
 * takes the new values, what was typed stays, in the unit and the locale that count now.
 */
export function rebased(
  typed: WrittenValues,
  from: FilledIn,
  readNow: Bin,
  locale = typed.locale,
): WrittenValues {
  const now = valuesOf(readNow, locale);
  const names = (Object.keys(now) as (keyof WrittenValues)[]).filter((name) => name !== 'locale');
  const writing = { unit: from.unit, locale: typed.locale };
  const values = differing(typed, from.values, names).map((field) => [
    field,
    isNumberField(field)
      ? typedIn(field, typed[field], writing, { unit: readNow.temperatureUnit, locale })
      : typed[field],
  ]);
  const cables = rebasedCables(typed.cables, from.values.cables, now.cables);
  return { ...now, ...Object.fromEntries(values), cables };
}
