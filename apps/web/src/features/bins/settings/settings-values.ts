import type { Bin } from '@granary/contract/bins/http';
import {
  type BinSettingsEdit,
  type CableSettings,
  type SettingName,
  settingNames,
} from '@granary/contract/bins/settings';
import type { TemperatureUnit } from '@granary/domain/units';
import { rebaseCables } from './compare-cables.ts';
import {
  convertNumberText,
  formatNumberField,
  isNumberField,
  isTemperatureField,
  type NumberField,
  numberFields,
  parseNumberField,
} from './number-fields.ts';

/** Settings that are text or a choice. */
type TextField =
  | ('name' | 'crop' | 'cropUnit' | 'temperatureUnit' | 'mainBoardId' | 'frequency' | 'radioGroup')
  | ('binNumber' | 'boardType' | 'firmwareName' | 'firmwareVersion' | 'loadMethod' | 'fanMode');

export type FlagField = Exclude<SettingName, NumberField | TextField | 'cables' | 'pressureCables'>;

/** A cable in the form, with numbers as text. */
export interface CableValues {
  readonly cable: number;
  readonly name: string;
  readonly cableId: string;
  readonly subBin: string;
  readonly flip: boolean;
  readonly crop: string;
}

/** The form values; numbers are text, in the bin's temperature unit. */
export type SettingsValues = Readonly<Record<NumberField | TextField, string>> &
  Readonly<Record<FlagField, boolean>> & { readonly cables: readonly CableValues[] };

/** Form values with the locale of their number separators. */
export type LocalizedValues = SettingsValues & { readonly locale: string };

/** Converts a bin's settings to form values, formatted for a locale. */
export function toSettingsValues(bin: Bin, locale: string): LocalizedValues {
  const numberFormat = { unit: bin.temperatureUnit, locale };
  const flags = settingNames.filter((name): name is FlagField => typeof bin[name] === 'boolean');
  return {
    // The casts are safe because both lists contain every field of their type.
    ...(Object.fromEntries(flags.map((name) => [name, bin[name]])) as Record<FlagField, boolean>),
    ...(Object.fromEntries(
      numberFields.map((field) => [
        field,
        formatNumberField(field, getStoredNumber(bin, field), numberFormat),
      ]),
    ) as Record<NumberField, string>),
    locale,
    name: bin.name,
    crop: bin.crop ?? '',
    cropUnit: bin.cropUnit,
    temperatureUnit: bin.temperatureUnit,
    mainBoardId: bin.mainBoardId,
    installationMode: bin.wantedInstallationMode ?? bin.installationMode,
    frequency: String(bin.wantedFrequency ?? bin.frequency),
    radioGroup: String(bin.wantedRadioGroup ?? bin.radioGroup),
    binNumber: String(bin.binNumber),
    boardType: bin.boardType,
    firmwareName: bin.firmwareName,
    firmwareVersion: bin.firmwareVersion,
    loadMethod: bin.loadMethod,
    fanMode: bin.fanMode,
    cables: bin.cables.map(({ cable, name, cableId, subBin, flip, crop }) => ({
      cable,
      name,
      flip,
      crop: crop ?? '',
      cableId: String(cableId),
      subBin: String(subBin),
    })),
  };
}

/**
 * Builds the request that changes these settings. Forms show the values requested from a board; saving the
 * board's current value withdraws that request.
 */
export function toSettingsEdit(
  values: LocalizedValues,
  bin: Bin,
  names: readonly SettingName[],
): BinSettingsEdit {
  const edit = Object.fromEntries(names.map((name) => [name, toSetting(values, bin, name)]));
  // The request schema checks each value's type.
  return { ...(edit as BinSettingsEdit), version: bin.version, withdrawsRequests: true };
}

function toSetting(values: LocalizedValues, bin: Bin, name: SettingName): unknown {
  if (isNumberField(name)) return parseNumberSetting(values, bin, name);
  switch (name) {
    case 'frequency':
    case 'radioGroup':
    case 'binNumber':
      return Number(values[name]);
    case 'crop':
      return values.crop || null;
    case 'pressureCables':
      return {
        Y1: parsePressureCable(values, bin, 'pressureY1'),
        Y2: parsePressureCable(values, bin, 'pressureY2'),
      };
    case 'cables':
      return values.cables.map(toCableSettings);
    default: {
      const value = values[name];
      return typeof value === 'string' ? value.trim() : value;
    }
  }
}

/**
 * Parses a numeric setting. Unchanged text, or invalid text in a hidden field, keeps the stored number
 * exactly.
 */
function parseNumberSetting(values: LocalizedValues, bin: Bin, field: NumberField): number | null {
  const storedNumber = getStoredNumber(bin, field);
  const text = values[field];
  const numberFormat = { unit: bin.temperatureUnit, locale: values.locale };
  if (text === formatNumberField(field, storedNumber, numberFormat)) return storedNumber;
  const parsed = parseNumberField(field, text, numberFormat);
  return parsed.kind === 'number' ? parsed.value : parsed.kind === 'empty' ? null : storedNumber;
}

/** Parses a pressure cable setting. Clearing the field sets it to 0 sensors. */
function parsePressureCable(
  values: LocalizedValues,
  bin: Bin,
  field: 'pressureY1' | 'pressureY2',
): number | null {
  const typed = parseNumberSetting(values, bin, field);
  return typed === null && getStoredNumber(bin, field) !== null ? 0 : typed;
}

function toCableSettings({ cable, name, cableId, subBin, flip, crop }: CableValues): CableSettings {
  const [address, subBinNumber] = [Number(cableId), Number(subBin)];
  return { cable, name, cableId: address, subBin: subBinNumber, flip, crop: crop || null };
}

function getStoredNumber(bin: Bin, field: NumberField): number | null {
  if (field === 'pressureY1') return bin.pressureCables.Y1;
  return field === 'pressureY2' ? bin.pressureCables.Y2 : bin[field];
}

export function listFields(name: SettingName): readonly (keyof SettingsValues)[] {
  return name === 'pressureCables' ? ['pressureY1', 'pressureY2'] : [name];
}

export function findDifferences(
  one: SettingsValues,
  other: SettingsValues,
  fields: readonly (keyof SettingsValues)[],
): (keyof SettingsValues)[] {
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

/**
 * Finds the fields that someone else changed. A new temperature unit does not change stored values, but is
 * reported if the form shows temperatures, because the typed numbers would then mean other temperatures.
 */
export function findChangedFields(
  previous: Bin,
  current: Bin,
  fields: readonly (keyof SettingsValues)[],
): (keyof SettingsValues)[] {
  const { temperatureUnit } = current;
  // Both are formatted in the same locale, so any locale works.
  const previousValues = toSettingsValues({ ...previous, temperatureUnit }, 'en');
  const changedFields = findDifferences(previousValues, toSettingsValues(current, 'en'), fields);
  const showsTemperatures =
    fields.includes('temperatureUnit') ||
    fields.some((field) => isNumberField(field) && isTemperatureField(field));
  return showsTemperatures && previous.temperatureUnit !== temperatureUnit
    ? [...changedFields, 'temperatureUnit']
    : changedFields;
}

/** Form values with their temperature unit. */
export interface FormSnapshot {
  readonly values: LocalizedValues;
  readonly unit: TemperatureUnit;
}

/**
 * Rebases edited values onto the current settings: untouched fields take the new values; edits are kept and
 * converted to the current unit and locale.
 */
export function rebaseValues(
  typed: LocalizedValues,
  snapshot: FormSnapshot,
  current: Bin,
  locale = typed.locale,
): LocalizedValues {
  const currentValues = toSettingsValues(current, locale);
  const names = (Object.keys(currentValues) as (keyof LocalizedValues)[]).filter(
    (name) => name !== 'locale',
  );
  const numberFormat = { unit: snapshot.unit, locale: typed.locale };
  const values = findDifferences(typed, snapshot.values, names).map((field) => [
    field,
    isNumberField(field)
      ? convertNumberText(field, typed[field], numberFormat, {
          unit: current.temperatureUnit,
          locale,
        })
      : typed[field],
  ]);
  const cables = rebaseCables(typed.cables, snapshot.values.cables, currentValues.cables);
  return { ...currentValues, ...Object.fromEntries(values), cables };
}
