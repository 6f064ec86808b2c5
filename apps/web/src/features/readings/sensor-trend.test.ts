import { describe, expect, it } from 'vitest';
import { calculateSensorTrend } from './sensor-trend.ts';

const point = (day: string, celsius: number | null) => ({ day, temperatures: [celsius] });

describe("a sensor's trend", () => {
  it('covers all days from the first to the last', () => {
    const days = Array.from({ length: 8 }, (_, index) => point(`2026-10-1${index}`, 22 + index));
    const trend = calculateSensorTrend(days);
    expect(trend?.values).toEqual([22, 23, 24, 25, 26, 27, 28, 29]);
    expect(trend?.change).toBe(7);
    expect(trend?.days).toBe(7);
  });

  it('leaves a gap for a day without a value', () => {
    const days = [point('2026-10-12', 20), point('2026-10-13', null), point('2026-10-14', 22)];
    expect(calculateSensorTrend(days)?.values).toEqual([20, null, 22]);
  });

  it('is null with fewer than two values', () => {
    expect(calculateSensorTrend([point('2026-10-14', 20)])).toBe(null);
    expect(calculateSensorTrend([point('2026-10-13', 20), point('2026-10-14', null)])).toBe(null);
  });
});
