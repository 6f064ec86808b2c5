import { readingFrame as readingFrameSchema } from '@granary/contract/readings/frame';
import { DAY, HOUR, millis } from '@granary/domain/units';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDemoModel, createDemoModels } from '../../test/support/demo-models.ts';
import { createHistory, createReadingFrame } from '../history.ts';
import { advanceBin, createEmptyBin } from './bin.ts';
import { formatReadingFrame, formatTenths } from './measure.ts';

const ANCHOR = millis(Date.UTC(2026, 9, 14, 19));

function decode(text: string) {
  return readingFrameSchema.parse(JSON.parse(text));
}

const frames = new Map<string, ReturnType<typeof decode>>();

/** Returns a demo bin's reading. Each bin is simulated from its first load once, then cached. */
function measureFrame(name: string, anchor = ANCHOR) {
  const key = `${name} ${anchor}`;
  const model = createDemoModel(name, anchor);
  const frame =
    frames.get(key) ??
    decode(createReadingFrame(model, advanceBin(model, createEmptyBin(model), anchor)).text);
  frames.set(key, frame);
  return frame;
}

it('writes frames that the contract accepts, for every bin and hour', { timeout: 60_000 }, () => {
  const days = 14;
  const histories = createDemoModels(ANCHOR).map((model) => createHistory(model, ANCHOR, days));
  const frames = histories.flatMap((history) => [
    ...history.simulateWeek(0),
    ...history.simulateWeek(1),
  ]);
  fc.assert(
    fc.property(fc.nat(frames.length - 1), (index) => {
      const frame = frames[index];
      if (frame === undefined || frame.kind !== 'temp-data') return;
      const decoded = decode(frame.text);
      expect(decoded.sentAt).toBe(frame.at);
      expect(decoded.binNumber).toBe(frame.binNumber);
      const temperatures = decoded.temperatures?.flat() ?? [];
      const humidities = decoded.humidities?.flat() ?? [];
      expect(temperatures.filter((t) => t === null || (t !== -200 && (t < -45 || t > 50)))).toEqual(
        [],
      );
      expect(humidities.filter((h) => h !== null && (h <= 0 || h >= 100))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('measures the same values for the same seed and time, and different values for another seed', () => {
  const one = createDemoModel('Coteau 4', ANCHOR);
  const other = createDemoModel('Coteau 4', ANCHOR);
  const measureText = (model: typeof one) =>
    formatReadingFrame(model, advanceBin(model, createEmptyBin(model), ANCHOR), 'x');
  expect(measureText(one)).toBe(measureText(other));
  expect(measureText(one)).not.toBe(measureText({ ...one, seed: one.seed + 1 }));
});

describe('the hot spot', () => {
  it.each([
    '2026-01-20T12:00:00Z',
    '2026-04-15T12:00:00Z',
    '2026-07-20T12:00:00Z',
    '2026-10-14T19:00:00Z',
  ])('is hotter than other sensors on %s, at cable 3, sensors 10 to 12', (iso) => {
    const { temperatures = [] } = measureFrame('Home 4', millis(Date.parse(iso)));
    const at = (cable: number, sensor: number) =>
      temperatures[cable - 1]?.[sensor - 1] ?? Number.NaN;
    // On July 20 the wall is warm and the center is not, but nothing else in the grain is hotter.
    const others = temperatures.flatMap((cable, c) =>
      cable.filter((_, s) => s >= 6 && !(c === 2 && s >= 8 && s <= 12)),
    );
    for (const sensor of [10, 11, 12]) {
      expect(at(3, sensor)).toBeGreaterThan(25);
      for (const cable of [2, 4]) expect(at(3, sensor) - at(cable, sensor)).toBeGreaterThan(10);
    }
    expect(at(3, 11)).toBeGreaterThanOrEqual(29);
    expect(at(3, 11)).toBeGreaterThan(Math.max(...others.map((t) => t ?? 0)));
  });

  it('warms by about six degrees in its last week', () => {
    const model = createDemoModel('Home 4', ANCHOR);
    const measureSpot = (at: number) => {
      const state = advanceBin(model, createEmptyBin(model), millis(at));
      return decode(createReadingFrame(model, state).text).temperatures?.[2]?.[10] ?? Number.NaN;
    };
    const rise = measureSpot(ANCHOR) - measureSpot(ANCHOR - 7 * DAY);
    expect(rise).toBeGreaterThan(5);
    expect(rise).toBeLessThan(8);
  });

  it("comes with CO2 above its bin's limit", () => {
    expect(measureFrame('Home 4').co2).toBeGreaterThan(1_000);
  });
});

describe('the other scenarios', () => {
  it('a bin with wet grain on top is more humid just below the surface than deeper down', () => {
    const { humidities = [] } = measureFrame('Home 3');
    const middle = humidities[2] ?? [];
    expect((middle[4] ?? 0) - (middle[12] ?? 0)).toBeGreaterThan(5);
  });

  it('a fan that is on but moves no air causes no airflow in the plenum', () => {
    const model = createDemoModel('Home 5', ANCHOR);
    const state = advanceBin(model, createEmptyBin(model), ANCHOR);
    expect(state.fan.isOn).toBe(true);
    expect(decode(createReadingFrame(model, state).text).windSpeed).toBeLessThan(0.5);
  });

  it('a running fan moves air faster than its speed threshold', () => {
    expect(measureFrame('Coteau 1').windSpeed).toBeGreaterThan(2);
    expect(measureFrame('Coteau 1').windSpeedPlenum2).toBeGreaterThan(2);
  });

  it('level sensors and pressure cables agree with the ledger', () => {
    const percent = (empty: number, dead: number, level = 0) => (100 * level) / (empty - dead);
    expect(100 - percent(7_600, 300, measureFrame('Home 4').levelMm ?? 0)).toBeCloseTo(71.6, 0);
    expect(percent(8_600, 350, measureFrame('Home 5').levelMm ?? 0)).toBeCloseTo(79.5, 0);
    expect(measureFrame('Home 2').pressureCables).toEqual({ X1: 10, X2: 10 });
  });

  it('batteries run low, and boards on grid power report 255', () => {
    expect(measureFrame('Home 2').battery).toBeLessThan(20);
    expect(measureFrame('Coteau 1').battery).toBe(255);
  });

  it('only the bin with channel 8 reports outdoor temperature and humidity', () => {
    expect(measureFrame('Home 4').ambientTemperature).toBeTypeOf('number');
    expect(measureFrame('Home 4').ambientHumidity).toBeTypeOf('number');
    expect(measureFrame('Home 5').ambientTemperature).toBeUndefined();
  });
});

it('sensor 1 is the lowest one on a flipped cable', () => {
  const model = createDemoModel('Coteau 3', ANCHOR);
  const state = advanceBin(model, createEmptyBin(model), millis(ANCHOR - 40 * HOUR));
  const topDownModel = {
    ...model,
    bin: { ...model.bin, cables: model.bin.cables.map((cable) => ({ ...cable, flip: false })) },
  };
  const flipped = decode(createReadingFrame(model, state).text).temperatures?.[0] ?? [];
  const topDown = decode(createReadingFrame(topDownModel, state).text).temperatures?.[0] ?? [];
  flipped.forEach((value, i) => {
    expect(Math.abs((value ?? 0) - (topDown.at(-1 - i) ?? 0))).toBeLessThan(1);
  });
});

it('formats every number as JSON, rounded to a tenth', () => {
  fc.assert(
    fc.property(fc.double({ min: -99, max: 199, noNaN: true }), (value) => {
      expect(Math.abs(JSON.parse(formatTenths(value)) - value)).toBeLessThanOrEqual(0.0500001);
    }),
  );
});
