import type { ChartRecord } from '@granary/contract/readings/http';
import { toScalars } from '@granary/domain/readings/scalars';
import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import {
  buildPanels,
  type ChartedBin,
  calculatePpmAxisMax,
  parseSeries,
  showsHumidity,
} from './panels.ts';

const bin: ChartedBin = {
  crop: 'Wheat',
  showsHumidity: false,
  temperatureUnit: 'c',
  usualIntervalS: 600,
  temperatureAlertEnabled: true,
  temperatureAlertC: 30,
  co2AlertEnabled: false,
  co2Alert: 900,
  cables: [
    { cable: 1, name: '', crop: null },
    { cable: 2, name: '', crop: 'Canola' },
  ],
};

function record(changes: Partial<ChartRecord> = {}): ChartRecord {
  return {
    at: millis(0),
    day: null,
    readings: 1,
    ...toScalars(() => null),
    battery: 80,
    co2: 900,
    windPressure: 3,
    windSpeed: 0.4,
    windTemperature: 10,
    averageHumidity: 70,
    grainAverageHumidity: 61,
    levelMm: 2000,
    fillPercent: 42.5,
    ambientTemperature: 5,
    ambientHumidity: 70,
    minTemperatures: [1, 1],
    maxTemperatures: [40, 40],
    minMoistures: [1, 1],
    maxMoistures: [30, 30],
    minHumidities: [1, 1],
    maxHumidities: [99, 99],
    grainMinTemperatures: [10, 4],
    grainMaxTemperatures: [20, 30],
    grainMinMoistures: [12, null],
    grainMaxMoistures: [13, null],
    grainMinHumidities: [50, 40],
    grainMaxHumidities: [60, 70],
    ...changes,
  };
}

describe('all cables', () => {
  it('show the highest values, with the outdoor temperature and alerts', () => {
    const [temperature, moisture] = buildPanels(bin, [record()], 'all');
    expect(temperature?.lines.map(({ name, values }) => [name, values])).toEqual([
      ['maxTemperature', [30]],
      ['outside', [5]],
    ]);
    expect(temperature?.alerts).toEqual([30]);
    expect(moisture?.lines.map(({ name, values }) => [name, values])).toEqual([
      ['maxMoisture', [13]],
    ]);
  });

  it("show the limits of the cables' shared crop, even if the bin's crop differs", () => {
    const cables = [1, 2].map((cable) => ({ cable, name: '', crop: 'Barley' }));
    const [temperature, moisture] = buildPanels({ ...bin, cables }, [record()], 'all');
    expect(temperature?.limits).toEqual([{ value: 20, crops: [] }]);
    expect(moisture?.limits).toEqual([
      { value: 10, crops: [] },
      { value: 18, crops: [] },
    ]);
  });

  it("show each limit once, labeled with its crops, if the cables' crops differ", () => {
    const cables = [null, 'Canola', 'Corn', 'Barley'].map((crop, index) => ({
      cable: index + 1,
      name: '',
      crop,
    }));
    const grainMaxMoistures = [13, 9, 14, null];
    const measuredRecord = record({ grainMaxTemperatures: [20, 30, 25, 15], grainMaxMoistures });
    const [temperature, moisture] = buildPanels({ ...bin, cables }, [measuredRecord], 'all');
    expect(temperature?.limits).toEqual([
      { value: 28, crops: ['Wheat', 'Corn'] },
      { value: 50, crops: ['Canola'] },
      { value: 20, crops: ['Barley'] },
    ]);
    // Cables without moisture have no moisture limits.
    expect(moisture?.limits).toEqual([
      { value: 10, crops: ['Wheat', 'Corn'] },
      { value: 18, crops: ['Wheat', 'Corn'] },
      { value: 7, crops: ['Canola'] },
      { value: 12, crops: ['Canola'] },
    ]);
  });

  it('show temperatures in °F if the bin uses °F', () => {
    const [temperature] = buildPanels({ ...bin, temperatureUnit: 'f' }, [record()], 'all');
    expect(temperature?.lines.map(({ values }) => values)).toEqual([[86], [41]]);
    expect(temperature?.limits[0]?.value).toBeCloseTo(82.4);
    expect(temperature?.alerts).toEqual([86]);
  });

  it('have no line for an alert that is disabled or has no limit', () => {
    for (const disabledAlert of [{ temperatureAlertEnabled: false }, { temperatureAlertC: null }]) {
      expect(buildPanels({ ...bin, ...disabledAlert }, [record()], 'all')[0]?.alerts).toEqual([]);
    }
    expect(buildPanels(bin, [record()], 'co2')[0]?.alerts).toEqual([]);
    expect(buildPanels({ ...bin, co2AlertEnabled: true }, [record()], 'co2')[0]?.alerts).toEqual([
      900,
    ]);
  });

  it('show humidity if the bin is set to show it, or if there are no moisture values', () => {
    const recordWithoutMoisture = record({
      grainMaxMoistures: [null, null],
      grainMinMoistures: [null, null],
    });
    for (const [chartedBin, chartRecord] of [
      [{ ...bin, showsHumidity: true }, record()],
      [bin, recordWithoutMoisture],
    ] as const) {
      const [, humidity] = buildPanels(chartedBin, [chartRecord], 'all');
      expect(humidity?.lines.map(({ name, values }) => [name, values])).toEqual([
        ['maxHumidity', [70]],
      ]);
      expect(humidity?.limits).toEqual([]);
    }
  });

  it('leave out the outdoor temperature if it is not measured', () => {
    const [temperature] = buildPanels(bin, [record({ ambientTemperature: null })], 'all');
    expect(temperature?.lines.map(({ name }) => name)).toEqual(['maxTemperature']);
  });
});

describe('one cable', () => {
  it('shows its lowest and highest values, and the limits of its crop', () => {
    const [temperature] = buildPanels(bin, [record()], 'cable-2');
    expect(temperature?.lines.map(({ name, values }) => [name, values])).toEqual([
      ['maxTemperature', [30]],
      ['minTemperature', [4]],
    ]);
    expect(temperature?.limits).toEqual([{ value: 50, crops: [] }]);
  });

  it('shows humidity if it has no moisture values, even if other cables have some', () => {
    const measuredRecords = [record(), record({ grainMaxMoistures: [null, null] })];
    const [, humidity] = buildPanels(bin, measuredRecords, 'cable-2');
    expect(humidity?.lines.map(({ name, values }) => [name, values])).toEqual([
      ['maxHumidity', [70, 70]],
      ['minHumidity', [40, 40]],
    ]);
    expect(humidity?.limits).toEqual([]);
    const [, moisture] = buildPanels(bin, measuredRecords, 'cable-1');
    expect(moisture?.lines[0]?.name).toBe('maxMoisture');
    expect(moisture?.limits.map(({ value }) => value)).toEqual([10, 18]);
  });
});

it("humidity is shown according to the bin's setting if there are no records", () => {
  expect(showsHumidity(bin, [], null)).toBe(false);
  expect(showsHumidity({ ...bin, showsHumidity: true }, [], null)).toBe(true);
});

describe('the series in a URL', () => {
  it('defaults to all cables if the bin does not have that series', () => {
    expect(parseSeries('co2', bin)).toBe('co2');
    expect(parseSeries('cable-2', bin)).toBe('cable-2');
    expect(parseSeries('cable-3', bin)).toBe('all');
    expect(parseSeries(7, bin)).toBe('all');
  });
});

describe('a scalar', () => {
  it.each([
    ['battery', 80],
    ['co2', 900],
    ['wind_pressure', 3],
    ['wind_speed', 0.4],
    ['wind_temperature', 10],
    ['humidity_reading', 61],
    ['level_sensor', 2000],
    ['load_percent', 42.5],
  ] as const)('is a separate series: %s', (series, value) => {
    const panels = buildPanels(bin, [record()], series);
    expect(panels.map(({ lines }) => lines.map(({ name, values }) => [name, values]))).toEqual([
      [[series, [value]]],
    ]);
  });
});

describe('the CO2 axis', () => {
  it.each([
    [0, 100],
    [90, 100],
    [91, 200],
    [900, 1000],
    [909, 1000],
    [910, 2000],
    [1000, 2000],
    [1818, 2000],
    [1819, 3000],
  ])('for %i ppm ends at %i', (highestPpm, end) => {
    expect(calculatePpmAxisMax(highestPpm)).toBe(end);
  });
});
