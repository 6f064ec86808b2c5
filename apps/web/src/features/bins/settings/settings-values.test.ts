import type { Bin } from '@granary/contract/bins/http';
import { settingNames } from '@granary/contract/bins/settings';
import { describe, expect, it } from 'vitest';
import { fullBin } from './bin.fixture.ts';
import {
  findChangedFields,
  listFields,
  rebaseValues,
  toSettingsEdit,
  toSettingsValues as valuesIn,
} from './settings-values.ts';
import { validateSettings } from './validate-settings.ts';

const asRead = (bin: Bin) => ({ values: valuesOf(bin), unit: bin.temperatureUnit });
const fields = settingNames.flatMap(listFields);
const valuesOf = (bin: Bin) => valuesIn(bin, 'en');

describe('the settings that a form sends', () => {
  it('are those that were read, where nothing was typed, to the last digit in °F too', () => {
    const bin = fullBin({
      temperatureUnit: 'f',
      temperatureAlertC: 21.37,
      fanOnThreshold: 18.13,
      differenceAlertC: 3.33,
      levelSensorEmptyMm: 8_600,
      size: 5_000.25,
    });
    const edit = toSettingsEdit(valuesOf(bin), bin, settingNames);
    expect(edit).toMatchObject({
      temperatureAlertC: 21.37,
      fanOnThreshold: 18.13,
      differenceAlertC: 3.33,
      levelSensorEmptyMm: 8_600,
      size: 5_000.25,
      crop: 'Wheat',
      frequency: 30,
      version: 4,
      pressureCables: { Y1: null, Y2: null },
      cables: bin.cables,
      fanOffThreshold: null,
    });
  });

  it('are °C whatever unit was typed in; what is cleared is empty, and a 0 is a value', () => {
    const bin = fullBin({ temperatureUnit: 'f', silenceAlertHours: 7 });
    const typed = { temperatureAlertC: '86', fanOnThreshold: '0', silenceAlertHours: '' };
    const names = ['temperatureAlertC', 'fanOnThreshold', 'silenceAlertHours'] as const;
    expect(toSettingsEdit({ ...valuesOf(bin), ...typed }, bin, names)).toEqual({
      temperatureAlertC: 30,
      fanOnThreshold: -17.78,
      silenceAlertHours: null,
      version: 4,
    });
  });

  it('keep a pressure cable that is cleared as one without sensors', () => {
    const bin = fullBin({ pressureCables: { Y1: 12, Y2: null } });
    const edit = toSettingsEdit({ ...valuesOf(bin), pressureY1: '' }, bin, ['pressureCables']);
    expect(edit.pressureCables).toEqual({ Y1: 0, Y2: null });
  });

  it('have no spaces at their ends', () => {
    const bin = fullBin();
    const typed = { ...valuesOf(bin), mainBoardId: ' granary-1 ', name: 'Bin 7 ' };
    expect(toSettingsEdit(typed, bin, ['mainBoardId', 'name'])).toMatchObject({
      mainBoardId: 'granary-1',
      name: 'Bin 7',
    });
  });

  it('propose the radio setting that the board has not confirmed yet', () => {
    const bin = fullBin({ frequency: 30, wantedFrequency: 44 });
    expect(toSettingsEdit(valuesOf(bin), bin, ['frequency'])).toEqual({
      frequency: 44,
      version: 4,
    });
  });
});

describe('the settings of a form that somebody else changed meanwhile', () => {
  it('keep what was typed and take the rest', () => {
    const [before, now] = [fullBin(), fullBin({ name: 'Theirs', size: 9_000, version: 5 })];
    const typed = { ...valuesOf(before), name: 'Mine', co2Alert: '900' };
    expect(rebaseValues(typed, asRead(before), now)).toMatchObject({
      name: 'Mine',
      co2Alert: '900',
      size: '9000',
    });
  });
});

describe('settings whose form is shown in another language meanwhile', () => {
  it('keep their numbers, with the signs of that language', () => {
    const bin = fullBin({ size: 5_000.25 });
    const typed = { ...valuesOf(bin), co2Alert: '1,500', name: 'Mine' };
    const values = rebaseValues(typed, asRead(bin), bin, 'de');
    expect(values).toMatchObject({ size: '5000,25', co2Alert: '1500', name: 'Mine' });
    expect(toSettingsEdit(values, bin, ['size', 'co2Alert'])).toMatchObject({
      size: 5_000.25,
      co2Alert: 1_500,
    });
  });
});

describe('settings whose unit of temperature somebody else changed meanwhile', () => {
  const before = fullBin({ temperatureAlertC: 21.37, differenceAlertC: 3 });
  const now = { ...before, temperatureUnit: 'f', version: 5 } as const;

  it('keep the temperatures that were typed, in the new unit', () => {
    const typed = { ...valuesOf(before), fanOnThreshold: '18', differenceAlertC: '5', size: '7' };
    const values = rebaseValues(typed, asRead(before), now);
    expect(values).toMatchObject({
      temperatureUnit: 'f',
      fanOnThreshold: '64.4',
      differenceAlertC: '9',
      size: '7',
    });
    expect(toSettingsEdit(values, now, ['fanOnThreshold', 'differenceAlertC'])).toMatchObject({
      fanOnThreshold: 18,
      differenceAlertC: 5,
    });
  });

  it('keep what was typed while they were saved in another unit', () => {
    const submitted = { ...valuesOf(before), temperatureUnit: 'f', size: '7' };
    const typed = { ...submitted, fanOnThreshold: '18', size: '8' };
    const saved = { ...now, size: 7 };
    expect(rebaseValues(typed, { values: submitted, unit: 'c' }, saved)).toEqual({
      ...valuesOf(saved),
      fanOnThreshold: '64.4',
      size: '8',
    });
  });

  it('are told where temperatures stand, and there alone', () => {
    expect(findChangedFields(before, now, ['fanOnThreshold', 'fanMode'])).toEqual([
      'temperatureUnit',
    ]);
    expect(findChangedFields(before, now, ['temperatureUnit'])).toEqual(['temperatureUnit']);
    expect(findChangedFields(before, now, ['cables', 'fanMode'])).toEqual([]);
  });
});

describe('what is wrong with settings', () => {
  const problems = (changes: object, bin = fullBin()) => [
    ...validateSettings(
      { ...valuesOf(bin), ...changes },
      valuesOf(bin),
      fields,
      bin.temperatureUnit,
    ),
  ];

  it('is nothing where nothing was changed', () => {
    expect(problems({})).toEqual([]);
  });

  it('is an alert that is on without a number, and a number that is none', () => {
    expect(problems({ co2AlertEnabled: true })).toEqual([['co2Alert', { kind: 'required' }]]);
    expect(problems({ minLevelAlertEnabled: true, minLevelAlert: '101' })).toEqual([
      ['minLevelAlert', { kind: 'range', min: 0, max: 100 }],
    ]);
    // The limit of a disabled alert is not validated.
    expect(problems({ co2Alert: 'much' })).toEqual([]);
  });

  it('is no threshold that an automatic fan has not: the form says so and is saved', () => {
    const automatic = { fanAttached: true, fanMode: 'automatic' };
    expect(problems(automatic)).toEqual([]);
    expect(problems({ ...automatic, fanOnThreshold: '18.25' })).toEqual([]);
    expect(problems({ ...automatic, fanOnThreshold: 'warm' })).toHaveLength(1);
  });

  it('is a minimum level that is not below the maximum, while both are told of', () => {
    const crossed = { minLevelAlertEnabled: true, minLevelAlert: '90', maxLevelAlert: '10' };
    expect(problems(crossed)).toEqual([]);
    expect(problems({ ...crossed, maxLevelAlertEnabled: true })).toEqual([
      ['minLevelAlert', { kind: 'crossed' }],
    ]);
    expect(problems({ ...crossed, maxLevelAlertEnabled: true, maxLevelAlert: '91' })).toEqual([]);
  });

  it('is an address that two cables have, or none has', () => {
    const { cables } = valuesOf(fullBin());
    const [first, second] = cables;
    const put = (cableId: string) => problems({ cables: [first, { ...second, cableId }] });
    expect(put(first?.cableId ?? '')).toEqual([['cables.1.cableId', { kind: 'taken' }]]);
    expect(put('255')).toEqual([['cables.1.cableId', { kind: 'whole', min: 1, max: 254 }]]);
    expect(put('-1')).toEqual([['cables.1.cableId', { kind: 'whole', min: 1, max: 254 }]]);
  });
});
