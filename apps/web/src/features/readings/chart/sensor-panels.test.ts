import type { SensorSeries } from '@granary/contract/readings/http';
import { DAY, HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { alignNearest, buildSensorPanels, type ComparedSeries } from './sensor-panels.ts';

const bin = {
  crop: 'Wheat',
  temperatureUnit: 'c',
  differenceAlertC: null,
  cables: [{ cable: 3, name: '', crop: null }],
} as const;

const texts = {
  temperature: 'Temperature',
  difference: 'Above',
  sensor: (index: number) => `Sensor ${index}`,
  median: (index: number) => `Median ${index}`,
  compared: (index: number) => `Compared ${index}`,
};

function makeSeries(
  ...values: readonly (readonly [hours: number, number | null, number | null])[]
) {
  return {
    timezone: 'UTC',
    sensors: [{ cable: 3, row: 11 }],
    isThinned: false,
    points: values.map(([hours, value, median]) => ({
      at: millis(hours * HOUR),
      day: null,
      temperatures: [value],
      medians: [median],
    })),
  } satisfies SensorSeries;
}

/** Lists the lines of each panel with their values. */
const listLines = (
  series: SensorSeries,
  compared: ComparedSeries | null = null,
  binChanges: object = {},
) =>
  buildSensorPanels({ ...bin, ...binChanges }, series, compared, texts).map((panel) =>
    panel.lines.map(({ name, values }) => [typeof name === 'string' ? name : name.text, values]),
  );

describe('the panels of chosen sensors', () => {
  it('show the temperatures with the row medians, and the differences from those medians', () => {
    expect(listLines(makeSeries([0, 30, 20], [1, null, 20], [2, 31, 21]))).toEqual([
      [
        ['Sensor 0', [30, null, 31]],
        ['Median 0', [20, 20, 21]],
      ],
      [['Sensor 0', [10, null, 10]]],
    ]);
  });

  it("convert temperatures and differences to the bin's unit", () => {
    expect(listLines(makeSeries([0, 30, 20]), null, { temperatureUnit: 'f' })).toEqual([
      [
        ['Sensor 0', [86]],
        ['Median 0', [68]],
      ],
      [['Sensor 0', [18]]],
    ]);
  });

  it("show the crop's temperature limit and the hot spot limit", () => {
    const [temperature, difference] = buildSensorPanels(bin, makeSeries([0, 1, 1]), null, texts);
    expect(temperature?.limits).toEqual([{ value: 28, crops: [] }]);
    expect(difference?.limits).toEqual([{ value: 5, crops: [] }]);
  });

  it('compare with the same sensor last year', () => {
    const lastYear = makeSeries([-365 * 24, 12, 1], [-365 * 24 + 1, 13, 1]);
    const compared = { series: lastYear, shiftMs: 365 * DAY, isOtherBin: false };
    expect(listLines(makeSeries([0, 30, 20], [1, 31, 20]), compared)[0]?.[2]).toEqual([
      'Compared 0',
      [12, 13],
    ]);
  });

  it("compare with the row median of another bin, or with that row's sensor if there is no median", () => {
    const other = { series: makeSeries([0, 12, 14], [1, 13, null]), shiftMs: 0, isOtherBin: true };
    expect(listLines(makeSeries([0, 30, 20], [1, 31, 20]), other)[0]?.[2]).toEqual([
      'Compared 0',
      [14, 13],
    ]);
  });
});

it('each time is matched with the nearest value, or with null if none is near', () => {
  const others = [0, 1, 2, 3].map((hours) => ({ at: hours * HOUR + 60_000, value: hours }));
  expect(alignNearest([0, HOUR, 2.9 * HOUR, 12 * HOUR], others)).toEqual([0, 1, 3, null]);
  expect(alignNearest([0], [])).toEqual([null]);
});
