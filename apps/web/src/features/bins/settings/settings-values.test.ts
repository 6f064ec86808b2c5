import type { Bin } from '@granary/contract/bins/http';
import { settingNames } from '@granary/contract/bins/settings';
import { describe, expect, it } from 'vitest';
import { wholeBin } from './bin.fixture.ts';
import {
  changedBetween,
  editOf,
  fieldsOf,
  rebased,
  valuesOf as valuesIn,
} from './settings-values.ts';
import { problemsIn } from './validate-settings.ts';

const asRead = (bin: Bin) => ({ values: valuesOf(bin), unit: bin.temperatureUnit });
const fields = settingNames.flatMap(fieldsOf);
const valuesOf = (bin: Bin) => valuesIn(bin, 'en');

describe('the settings that a form sends', () => {
  it('are those that were read, where nothing was typed, to the last digit in °F too', () => {
    const bin = wholeBin({
      ...{ temperatureUnit: 'f', temperatureAlertC: 21.37, fanOnThreshold: 18.13 },
      ...{ differenceAlertC: 3.33, levelSensorEmptyMm: 8_600, size: 5_000.25 },
    });
    const edit = editOf(valuesOf(bin), bin, settingNames);
    expect(edit).toMatchObject({
      ...{ temperatureAlertC: 21.37, fanOnThreshold: 18.13, differenceAlertC: 3.33 },
      ...{ levelSensorEmptyMm: 8_600, size: 5_000.25, crop: 'Wheat', frequency: 30, version: 4 },
      ...{ pressureCables: { Y1: null, Y2: null }, cables: bin.cables, fanOffThreshold: null },
    });
  });

  it('are °C whatever unit was typed in; what is cleared is empty, and a 0 is a value', () => {
    const bin = wholeBin({ temperatureUnit: 'f', silenceAlertHours: 7 });
    const typed = { temperatureAlertC: '86', fanOnThreshold: '0', silenceAlertHours: '' };
    const names = ['temperatureAlertC', 'fanOnThreshold', 'silenceAlertHours'] as const;
    expect(editOf({ ...valuesOf(bin), ...typed }, bin, names)).toEqual({
      ...{ temperatureAlertC: 30, fanOnThreshold: -17.78, silenceAlertHours: null, version: 4 },
    });
  });

  it('keep a pressure cable that is cleared as one without sensors', () => {
    const bin = wholeBin({ pressureCables: { Y1: 12, Y2: null } });
    const edit = editOf({ ...valuesOf(bin), pressureY1: '' }, bin, ['pressureCables']);
    expect(edit.pressureCables).toEqual({ Y1: 0, Y2: null });
  });

  it('have no spaces at their ends', () => {
    const bin = wholeBin();
    const typed = { ...valuesOf(bin), mainBoardId: ' granary-1 ', name: 'Bin 7 ' };
    expect(editOf(typed, bin, ['mainBoardId', 'name'])).toMatchObject({
      ...{ mainBoardId: 'granary-1', name: 'Bin 7' },
    });
  });

  it('propose the radio setting that the board has not confirmed yet', () => {
    const bin = wholeBin({ frequency: 30, wantedFrequency: 44 });
    expect(editOf(valuesOf(bin), bin, ['frequency'])).toEqual({ frequency: 44, version: 4 });
  });
});

describe('the settings of a form that somebody else changed meanwhile', () => {
  it('keep what was typed and take the rest', () => {
    const [before, now] = [wholeBin(), wholeBin({ name: 'Theirs', size: 9_000, version: 5 })];
    const typed = { ...valuesOf(before), name: 'Mine', co2Alert: '900' };
    expect(rebased(typed, asRead(before), now)).toMatchObject({
      ...{ name: 'Mine', co2Alert: '900', size: '9000' },
    });
  });
});

describe('settings whose form is shown in another language meanwhile', () => {
  it('keep their numbers, with the signs of that language', () => {
    const bin = wholeBin({ size: 5_000.25 });
    const typed = { ...valuesOf(bin), co2Alert: '1,500', name: 'Mine' };
    const values = rebased(typed, asRead(bin), bin, 'de');
    expect(values).toMatchObject({ size: '5000,25', co2Alert: '1500', name: 'Mine' });
    expect(editOf(values, bin, ['size', 'co2Alert'])).toMatchObject({
      ...{ size: 5_000.25, co2Alert: 1_500 },
    });
  });
});

describe('settings whose unit of temperature somebody else changed meanwhile', () => {
  const before = wholeBin({ temperatureAlertC: 21.37, differenceAlertC: 3 });
  const now = { ...before, temperatureUnit: 'f', version: 5 } as const;

  it('keep the temperatures that were typed, in the new unit', () => {
    const typed = { ...valuesOf(before), fanOnThreshold: '18', differenceAlertC: '5', size: '7' };
    const values = rebased(typed, asRead(before), now);
    expect(values).toMatchObject({
      ...{ temperatureUnit: 'f', fanOnThreshold: '64.4', differenceAlertC: '9', size: '7' },
    });
    expect(editOf(values, now, ['fanOnThreshold', 'differenceAlertC'])).toMatchObject({
      ...{ fanOnThreshold: 18, differenceAlertC: 5 },
    });
  });

  it('keep what was typed while they were saved in another unit', () => {
    const submitted = { ...valuesOf(before), temperatureUnit: 'f', size: '7' };
    const typed = { ...submitted, fanOnThreshold: '18', size: '8' };
    const saved = { ...now, size: 7 };
    expect(rebased(typed, { values: submitted, unit: 'c' }, saved)).toEqual({
      ...{ ...valuesOf(saved), fanOnThreshold: '64.4', size: '8' },
    });
  });

  it('are told where temperatures stand, and there alone', () => {
    expect(changedBetween(before, now, ['fanOnThreshold', 'fanMode'])).toEqual(['temperatureUnit']);
    expect(changedBetween(before, now, ['temperatureUnit'])).toEqual(['temperatureUnit']);
    expect(changedBetween(before, now, ['cables', 'fanMode'])).toEqual([]);
  });
});

describe('what is wrong with settings', () => {
  const problems = (changes: object, bin = wholeBin()) => [
    ...problemsIn({ ...valuesOf(bin), ...changes }, valuesOf(bin), fields, bin.temperatureUnit),
  ];

  it('is nothing where nothing was changed', () => {
    expect(problems({})).toEqual([]);
  });

  it('is an alert that is on without a number, and a number that is none', () => {
    expect(problems({ co2AlertEnabled: true })).toEqual([['co2Alert', { kind: 'required' }]]);
    expect(problems({ minLevelAlertEnabled: true, minLevelAlert: '101' })).toEqual([
      ['minLevelAlert', { kind: 'range', min: 0, max: 100 }],
    ]);
    // What an alert that is off would go by is not asked for.
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
    const { cables } = valuesOf(wholeBin());
    const [first, second] = cables;
    const put = (cableId: string) => problems({ cables: [first, { ...second, cableId }] });
    expect(put(first?.cableId ?? '')).toEqual([['cables.1.cableId', { kind: 'taken' }]]);
    expect(put('255')).toEqual([['cables.1.cableId', { kind: 'whole', min: 1, max: 254 }]]);
    expect(put('-1')).toEqual([['cables.1.cableId', { kind: 'whole', min: 1, max: 254 }]]);
  });
});
