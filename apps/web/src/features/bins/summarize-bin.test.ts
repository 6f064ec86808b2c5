import type { SensorsInformation } from '@granary/contract/readings/reading-response';
import { describe, expect, it } from 'vitest';
import { exampleReading } from '../../bin-data/reading.fixture.ts';
import { listedBin } from './listed-bin.fixture.ts';
import { calculateTrend, selectMoistureOrHumidity, summarizeBin } from './summarize-bin.ts';

describe('the summary of a bin', () => {
  it('distinguishes empty, unknown and filled', () => {
    const fill = (levelKnown: boolean, fillPercent: number) =>
      summarizeBin(listedBin({ latest: exampleReading({ levelKnown, fillPercent }) })).fill;
    expect(fill(true, 71.6)).toEqual({ kind: 'filled', percent: 71.6 });
    expect(fill(true, 0)).toEqual({ kind: 'empty' });
    expect(fill(false, 0)).toEqual({ kind: 'unknown' });
    expect(summarizeBin(listedBin({ latest: null })).fill).toEqual({ kind: 'unknown' });
  });

  it('names the hottest sensor under grain', () => {
    const hottest = (temperatures: number[], fillPercent: number) =>
      summarizeBin(
        listedBin({ latest: exampleReading({ temperatures: [temperatures], fillPercent }) }),
      ).hottest;
    expect(hottest([14, 31], 100)).toEqual({ cable: 1, position: 2, value: 31 });
    expect(hottest([31, 14], 50)).toEqual({ cable: 1, position: 2, value: 14 });
    expect(hottest([31, 14], 0)).toBeNull();
  });

  it('counts disabled sensors', () => {
    const latest = exampleReading({ temperatures: [[14, 31]] });
    const off = (sensorsInformation: SensorsInformation) =>
      summarizeBin(listedBin({ latest, sensorsInformation })).disabledSensors;
    expect(off({})).toBe(0);
    expect(off({ 11: { 1: { sensorStatus: 'mute' }, 2: { sensorStatus: 'disable' } } })).toBe(1);
    expect(summarizeBin(listedBin({ latest: null })).disabledSensors).toBe(0);
  });

  it('reports a hot spot if the hottest sensor is one of the hot ones', () => {
    const temperatures = [[14, 14, 20, 21]];
    const isHotSpot = (position: number) => {
      const hotSensors = [{ cable: 1, position, depth: position, temperature: 21, excess: 7 }];
      return summarizeBin(listedBin({ latest: exampleReading({ temperatures, hotSensors }) }))
        .isHotSpot;
    };
    expect(isHotSpot(4)).toBe(true);
    expect(isHotSpot(3)).toBe(false);
    expect(summarizeBin(listedBin({ latest: null })).isHotSpot).toBe(false);
  });
});

describe('moisture or humidity of a bin', () => {
  it('is the grain moisture, or the humidity if that is set or the only value', () => {
    expect(selectMoistureOrHumidity(listedBin())).toEqual({ moisture: 13.25, humidity: null });
    expect(selectMoistureOrHumidity(listedBin({ showsHumidity: true }))).toEqual({
      moisture: null,
      humidity: 62,
    });
    const latest = exampleReading({ moistures: [[null, null]] });
    expect(selectMoistureOrHumidity(listedBin({ latest }))).toEqual({
      moisture: null,
      humidity: 62,
    });
  });

  it('is empty without grain', () => {
    const latest = exampleReading({ levelKnown: true, fillPercent: 0 });
    expect(selectMoistureOrHumidity(listedBin({ latest }))).toEqual({
      moisture: null,
      humidity: null,
    });
    expect(selectMoistureOrHumidity(listedBin({ latest: null }))).toEqual({
      moisture: null,
      humidity: null,
    });
  });
});

describe('a trend', () => {
  it('spans the first to the last day with a reading', () => {
    const points = [
      { day: '2026-10-07', max: 25.2 },
      { day: '2026-10-10', max: 28 },
      { day: '2026-10-14', max: 31.4 },
    ];
    const trend = calculateTrend(points);
    expect(trend?.values).toEqual([25.2, 28, 31.4]);
    expect(trend?.change).toBeCloseTo(6.2);
    expect(trend?.days).toBe(7);
  });

  it('needs two days', () => {
    expect(calculateTrend([])).toBe(null);
    expect(calculateTrend([{ day: '2026-10-14', max: 20 }])).toBe(null);
  });
});
