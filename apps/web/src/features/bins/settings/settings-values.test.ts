import type { Bin } from '@granary/contract/bins/http';
import { settingNames } from '@granary/contract/bins/settings';
import { describe, expect, it } from 'vitest';
import { makeBinWithSettings } from './bin.fixture.ts';
import {
  findChangedFields,
  listFields,
  rebaseValues,
  toSettingsEdit,
  toSettingsValues,
} from './settings-values.ts';
import { validateSettings } from './validate-settings.ts';

const asSnapshot = (bin: Bin) => ({ values: toValues(bin), unit: bin.temperatureUnit });
const fields = settingNames.flatMap(listFields);
const toValues = (bin: Bin) => toSettingsValues(bin, 'en');

describe('the settings that a form sends', () => {
  it('are exactly the loaded values if nothing was edited, even in °F', () => {
    const bin = makeBinWithSettings({
      temperatureUnit: 'f',
      temperatureAlertC: 21.37,
      fanOnThreshold: 18.13,
      differenceAlertC: 3.33,
      levelSensorEmptyMm: 8_600,
      size: 5_000.25,
    });
    const edit = toSettingsEdit(toValues(bin), bin, settingNames);
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

  it('are always in °C; cleared fields are null, but 0 is not', () => {
    const bin = makeBinWithSettings({ temperatureUnit: 'f', silenceAlertHours: 7 });
    const typed = { temperatureAlertC: '86', fanOnThreshold: '0', silenceAlertHours: '' };
    const names = ['temperatureAlertC', 'fanOnThreshold', 'silenceAlertHours'] as const;
    expect(toSettingsEdit({ ...toValues(bin), ...typed }, bin, names)).toEqual({
      temperatureAlertC: 30,
      fanOnThreshold: -17.78,
      silenceAlertHours: null,
      version: 4,
      withdrawsRequests: true,
    });
  });

  it('set a cleared pressure cable to 0 sensors', () => {
    const bin = makeBinWithSettings({ pressureCables: { Y1: 12, Y2: null } });
    const edit = toSettingsEdit({ ...toValues(bin), pressureY1: '' }, bin, ['pressureCables']);
    expect(edit.pressureCables).toEqual({ Y1: 0, Y2: null });
  });

  it('are trimmed', () => {
    const bin = makeBinWithSettings();
    const typed = { ...toValues(bin), mainBoardId: ' granary-1 ', name: 'Bin 7 ' };
    expect(toSettingsEdit(typed, bin, ['mainBoardId', 'name'])).toMatchObject({
      mainBoardId: 'granary-1',
      name: 'Bin 7',
    });
  });

  it('include requested values that the board has not confirmed yet, and ask to withdraw a request if its value is changed back', () => {
    const bin = makeBinWithSettings({
      frequency: 30,
      wantedFrequency: 44,
      wantedInstallationMode: true,
    });
    expect(toSettingsEdit(toValues(bin), bin, ['frequency', 'installationMode'])).toEqual({
      frequency: 44,
      installationMode: true,
      version: 4,
      withdrawsRequests: true,
    });
  });
});

describe('settings that someone else changed during editing', () => {
  it('keep local edits and get the other changes', () => {
    const [before, now] = [
      makeBinWithSettings(),
      makeBinWithSettings({ name: 'Theirs', size: 9_000, version: 5 }),
    ];
    const typed = { ...toValues(before), name: 'Mine', co2Alert: '900' };
    expect(rebaseValues(typed, asSnapshot(before), now)).toMatchObject({
      name: 'Mine',
      co2Alert: '900',
      size: '9000',
    });
  });
});

describe('edited settings after a language change', () => {
  it('keep their numbers, with the separators of the new language', () => {
    const bin = makeBinWithSettings({ size: 5_000.25 });
    const typed = { ...toValues(bin), co2Alert: '1,500', name: 'Mine' };
    const values = rebaseValues(typed, asSnapshot(bin), bin, 'de');
    expect(values).toMatchObject({ size: '5000,25', co2Alert: '1500', name: 'Mine' });
    expect(toSettingsEdit(values, bin, ['size', 'co2Alert'])).toMatchObject({
      size: 5_000.25,
      co2Alert: 1_500,
    });
  });
});

describe('settings whose temperature unit someone else changed', () => {
  const before = makeBinWithSettings({ temperatureAlertC: 21.37, differenceAlertC: 3 });
  const now = { ...before, temperatureUnit: 'f', version: 5 } as const;

  it('keep edited temperatures, in the new unit', () => {
    const typed = { ...toValues(before), fanOnThreshold: '18', differenceAlertC: '5', size: '7' };
    const values = rebaseValues(typed, asSnapshot(before), now);
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

  it('keep edits made while saving in another unit', () => {
    const submitted = { ...toValues(before), temperatureUnit: 'f', size: '7' };
    const typed = { ...submitted, fanOnThreshold: '18', size: '8' };
    const saved = { ...now, size: 7 };
    expect(rebaseValues(typed, { values: submitted, unit: 'c' }, saved)).toEqual({
      ...toValues(saved),
      fanOnThreshold: '64.4',
      size: '8',
    });
  });

  it('count as changed only if the form has a temperature or the unit', () => {
    expect(findChangedFields(before, now, ['fanOnThreshold', 'fanMode'])).toEqual([
      'temperatureUnit',
    ]);
    expect(findChangedFields(before, now, ['temperatureUnit'])).toEqual(['temperatureUnit']);
    expect(findChangedFields(before, now, ['cables', 'fanMode'])).toEqual([]);
  });
});

describe('validating settings', () => {
  const findProblems = (changes: object, bin = makeBinWithSettings()) => [
    ...validateSettings(
      { ...toValues(bin), ...changes },
      toValues(bin),
      fields,
      bin.temperatureUnit,
    ),
  ];

  it('accepts unchanged settings', () => {
    expect(findProblems({})).toEqual([]);
  });

  it('rejects an enabled alert without a limit, and an invalid number', () => {
    expect(findProblems({ co2AlertEnabled: true })).toEqual([['co2Alert', { kind: 'required' }]]);
    expect(findProblems({ minLevelAlertEnabled: true, minLevelAlert: '101' })).toEqual([
      ['minLevelAlert', { kind: 'range', min: 0, max: 100 }],
    ]);
    // The limit of a disabled alert is not validated.
    expect(findProblems({ co2Alert: 'much' })).toEqual([]);
  });

  it('accepts a fan power above zero, or none', () => {
    const range = { kind: 'range', min: 0.1, max: 500 };
    expect(findProblems({ fanAttached: true, fanKw: '7.5' })).toEqual([]);
    expect(findProblems({ fanAttached: true, fanKw: '' })).toEqual([]);
    expect(findProblems({ fanAttached: true, fanKw: '0' })).toEqual([['fanKw', range]]);
    expect(findProblems({ fanAttached: true, fanKw: '501' })).toEqual([['fanKw', range]]);
  });

  it('accepts an automatic fan without thresholds, which the form only warns about', () => {
    const automaticFan = { fanAttached: true, fanMode: 'automatic' };
    expect(findProblems(automaticFan)).toEqual([]);
    expect(findProblems({ ...automaticFan, fanOnThreshold: '18.25' })).toEqual([]);
    expect(findProblems({ ...automaticFan, fanOnThreshold: 'warm' })).toHaveLength(1);
  });

  it('rejects a minimum level that is not below the maximum if both alerts are enabled', () => {
    const crossedLimits = { minLevelAlertEnabled: true, minLevelAlert: '90', maxLevelAlert: '10' };
    expect(findProblems(crossedLimits)).toEqual([]);
    expect(findProblems({ ...crossedLimits, maxLevelAlertEnabled: true })).toEqual([
      ['minLevelAlert', { kind: 'crossed' }],
    ]);
    expect(
      findProblems({ ...crossedLimits, maxLevelAlertEnabled: true, maxLevelAlert: '91' }),
    ).toEqual([]);
  });

  it('rejects duplicate and invalid addresses', () => {
    const { cables } = toValues(makeBinWithSettings());
    const [first, second] = cables;
    const validateSecondId = (cableId: string) =>
      findProblems({ cables: [first, { ...second, cableId }] });
    expect(validateSecondId(first?.cableId ?? '')).toEqual([
      ['cables.1.cableId', { kind: 'taken' }],
    ]);
    expect(validateSecondId('255')).toEqual([
      ['cables.1.cableId', { kind: 'whole', min: 1, max: 254 }],
    ]);
    expect(validateSecondId('-1')).toEqual([
      ['cables.1.cableId', { kind: 'whole', min: 1, max: 254 }],
    ]);
  });
});
