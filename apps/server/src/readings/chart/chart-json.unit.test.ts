import { type ChartRecord, getChartRecords } from '@granary/contract/readings/http';
import { type DailyScalarName, dailyScalarNames, scalars } from '@granary/domain/readings/scalars';
import { fromHundredths, millis, NO_VALUE } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { packSmallints } from '../packed-smallints.ts';
import { writeChartJson } from './chart-json.ts';
import type { ChartPoint } from './chart-point.ts';

const hundredths = fc.integer({ min: NO_VALUE, max: 32_767 });
const scalar = fc.option(fc.double({ noDefaultInfinity: true, noNaN: true }));
const measurement = fc.option(fc.integer({ min: -32_767, max: 32_767 }));
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Six extremes for each cable, for up to nine cables. */
const cableExtremes = fc
  .nat({ max: 9 })
  .chain((cables) => fc.array(hundredths, { minLength: 6 * cables, maxLength: 6 * cables }));

function isHundredths(name: DailyScalarName): boolean {
  return scalars[name].storage === 'hundredths';
}

function mapDailyScalars<T>(getValue: (name: DailyScalarName) => T): Record<DailyScalarName, T> {
  // There is an entry for every name.
  return Object.fromEntries(dailyScalarNames.map((name) => [name, getValue(name)])) as Record<
    DailyScalarName,
    T
  >;
}

const point = fc.record({
  lastAt: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  day: fc.option(day),
  readings: fc.nat(),
  ...mapDailyScalars((name) => (isHundredths(name) ? measurement : scalar)),
  fillPercent: scalar,
  averageHumidity: measurement,
  grainAverageHumidity: measurement,
  extremes: cableExtremes,
  grainExtremes: fc.option(cableExtremes),
});

type GeneratedPoint = typeof point extends fc.Arbitrary<infer P> ? P : never;

function toPoint({ extremes, grainExtremes, ...rest }: GeneratedPoint): ChartPoint {
  return {
    ...rest,
    cableExtremes: packSmallints(Int16Array.from(extremes)),
    grainExtremes: grainExtremes && packSmallints(Int16Array.from(grainExtremes)),
  };
}

/** Converts a point to the record that the contract defines for it. */
function toRecord({ extremes, grainExtremes, lastAt, ...rest }: GeneratedPoint): ChartRecord {
  const toBlock = (values: readonly number[]) => (index: number) => {
    const cables = values.length / 6;
    return values.slice(index * cables, (index + 1) * cables).map(fromHundredths);
  };
  const block = toBlock(extremes);
  const grainBlock = toBlock(grainExtremes ?? []);
  const toValue = (value: number | null) => (value === null ? null : fromHundredths(value));
  return {
    ...rest,
    ...mapDailyScalars((name) => (isHundredths(name) ? toValue(rest[name]) : rest[name])),
    at: millis(lastAt.getTime()),
    averageHumidity: toValue(rest.averageHumidity),
    minTemperatures: block(0),
    maxTemperatures: block(1),
    minMoistures: block(2),
    maxMoistures: block(3),
    minHumidities: block(4),
    maxHumidities: block(5),
    grainAverageHumidity: toValue(rest.grainAverageHumidity),
    grainMinTemperatures: grainBlock(0),
    grainMaxTemperatures: grainBlock(1),
    grainMinMoistures: grainBlock(2),
    grainMaxMoistures: grainBlock(3),
    grainMinHumidities: grainBlock(4),
    grainMaxHumidities: grainBlock(5),
  };
}

describe('the JSON of a chart', () => {
  it('matches what the contract encodes for the same records', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 5 }), (generatedPoints) => {
        const text = writeChartJson(generatedPoints.map(toPoint)).toString();
        const records = z.encode(getChartRecords.response, generatedPoints.map(toRecord));
        // Compared through JSON text, because `JSON.stringify` writes -0 as 0.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(records)));
      }),
    );
  });

  it.each([
    ['a scalar', { battery: Number.NaN }],
    ['a scalar', { co2: Number.POSITIVE_INFINITY }],
    ['hundredths', { averageHumidity: Number.NaN }],
    ['a time', { lastAt: new Date('+010000-01-01T00:00:00Z') }],
  ])('throws for %s that the contract rejects: %o', (_, invalidFields) => {
    const [generatedPoint] = fc.sample(point, 1);
    if (generatedPoint === undefined) throw new Error('No point was generated.');
    expect(() => writeChartJson([toPoint({ ...generatedPoint, ...invalidFields })])).toThrow(
      / (is|must be) /,
    );
  });
});
