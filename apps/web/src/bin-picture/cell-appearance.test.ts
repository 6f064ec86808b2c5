import { describe, expect, it } from 'vitest';
import { compareToLimits, makeCellFormat, toAppearance } from './cell-appearance.ts';
import type { PictureCable, PictureCell, ShownValues } from './model.ts';
import { cable, cell } from './picture.fixture.ts';

const celsius = makeCellFormat('en', 'c');

function getAppearance(
  values: Partial<PictureCell>,
  shownValues: ShownValues = 'both',
  cableChanges: Partial<PictureCable> = {},
) {
  return toAppearance(cable(1, 0, cableChanges), cell(1, values), false, shownValues, celsius);
}

function getValue(
  values: Partial<PictureCell>,
  cableChanges: Partial<PictureCable> = {},
  shownValues: ShownValues = 'temperature',
) {
  const cellAppearance = getAppearance(values, shownValues, cableChanges);
  if (cellAppearance.kind !== 'single') throw new Error(`drawn as ${cellAppearance.kind}`);
  return cellAppearance.value;
}

describe('a temperature', () => {
  it.each([
    [18.2, 'below-0'],
    [22.4, 'below-1'],
    [27.1, 'below-2'],
  ])('of %f °C in wheat has the green of its band', (temperature, fill) => {
    expect(getValue({ temperature })).toMatchObject({ fill, isAlarm: false, isWide: false });
  });

  it.each([
    [28, 'above-2'],
    [31.4, 'above-3'],
    [36, 'above-4'],
    [41.2, 'above-5'],
  ])('of %f °C in wheat is red, square and wider', (temperature, fill) => {
    expect(getValue({ temperature })).toMatchObject({ fill, isAlarm: true, isWide: true });
  });

  it("is compared with the limits of its cable's crop", () => {
    expect(getValue({ temperature: 23.1 }, { crop: 'Oats' })).toMatchObject({ fill: 'above-1' });
    expect(getValue({ temperature: 41.2 }, { crop: 'Canola' })).toMatchObject({ fill: 'below-5' });
  });

  it('has one decimal in °C and none in °F', () => {
    expect(celsius.temperature(31.44)).toBe('31.4');
    // Rounded from 88.52, 32.45, 32.5 and 31.1.
    const fahrenheit = makeCellFormat('en', 'f');
    const shown = [31.4, 0.25, 0.2777777777777778, -0.5].map((value) =>
      fahrenheit.temperature(value),
    );
    expect(shown).toEqual(['89', '32', '33', '31']);
  });

  it('is formatted for the locale, and never as negative zero', () => {
    expect(makeCellFormat('de', 'c').temperature(31.4)).toBe('31,4');
    expect(celsius.temperature(-0.04)).toBe('0.0');
    expect(celsius.temperature(-12.5)).toBe('-12.5');
  });
});

describe('a moisture value', () => {
  it.each([
    [8.9, '↓8.9', 'moisture-below', false],
    [9.99, '↓10.0', 'moisture-below', false],
    [10, '10.0', 'moisture-within', false],
    [13.2, '13.2', 'moisture-within', false],
    [18, '18.0', 'moisture-within', false],
    [18.6, '18.6', 'moisture-above', true],
  ])('of %f %% in wheat is shown as %s in %s', (moisture, text, fill, isAlarm) => {
    const drawn = { text, fill, isAlarm, isWide: false };
    expect(getValue({ moisture }, {}, 'moisture')).toMatchObject(drawn);
  });

  it('above the range of the equations is shown with a greater-than sign', () => {
    expect(getValue({ moisture: 21.4, isMoistureAboveRange: true }, {}, 'moisture').text).toBe(
      '>\u200921.4',
    );
  });

  it('is replaced by humidity, without a color or limits', () => {
    const peas = { crop: 'Peas', showsHumidity: true };
    expect(getValue({ humidity: 63.6, moisture: null }, peas, 'moisture')).toMatchObject({
      text: '64',
      fill: 'card',
      isAlarm: false,
    });
    expect(compareToLimits(cable(1, 0, peas), cell(1), false).moisture).toBeNull();
  });
});

describe('a sensor', () => {
  it('shows temperature on the left and moisture on the right', () => {
    expect(getAppearance({ temperature: 31.4, moisture: 15.1 })).toMatchObject({
      kind: 'pair',
      left: { text: '31.4', isAlarm: true },
      right: { text: '15.1', isAlarm: false },
    });
  });

  it('without humidity shows its temperature alone', () => {
    expect(getAppearance({ moisture: null, humidity: null })).toMatchObject({ kind: 'single' });
  });

  it('without values is shown as missing', () => {
    const none = { temperature: null, moisture: null, humidity: null };
    expect(getAppearance(none)).toEqual({ kind: 'missing' });
    expect(getAppearance({ moisture: null }, 'moisture')).toEqual({ kind: 'missing' });
  });

  it('with only a humidity value is shown as missing if temperatures are shown', () => {
    const humid = { temperature: null, moisture: null, humidity: 50 };
    const humidityCable = { showsHumidity: true };
    expect(getAppearance(humid, 'both', humidityCable)).toEqual({ kind: 'missing' });
    const headspaceSensor = toAppearance(
      cable(1, 0, humidityCable),
      cell(1, humid),
      true,
      'both',
      celsius,
    );
    expect(headspaceSensor).toEqual({ kind: 'missing' });
    expect(getAppearance(humid, 'moisture', humidityCable)).toMatchObject({
      kind: 'single',
      value: { text: '50' },
    });
  });

  it('that is disabled shows no value and has no limits', () => {
    const disabled = { status: 'disable', temperature: 40 } as const;
    expect(getAppearance(disabled)).toEqual({ kind: 'disabled' });
    expect(compareToLimits(cable(1, 0), cell(1, disabled), false)).toEqual({
      temperature: null,
      moisture: null,
    });
  });

  it('above the grain shows its temperature without a color or limits, and no grain moisture', () => {
    const hot = cell(1, { temperature: 29, humidity: 85, moisture: 18.6 });
    const getHeadspaceAppearance = (
      shownValues: ShownValues,
      cableChanges: Partial<PictureCable> = {},
    ) => toAppearance(cable(1, 0, cableChanges), hot, true, shownValues, celsius);
    expect(getHeadspaceAppearance('both')).toEqual({ kind: 'headspace', text: '29.0' });
    expect(getHeadspaceAppearance('moisture')).toEqual({ kind: 'headspace', text: '–' });
    expect(getHeadspaceAppearance('moisture', { showsHumidity: true })).toEqual({
      kind: 'headspace',
      text: '85',
    });
    expect(compareToLimits(cable(1, 0), hot, true)).toEqual({ temperature: null, moisture: null });
  });
});
