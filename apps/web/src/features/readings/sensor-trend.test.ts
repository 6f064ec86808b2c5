import { describe, expect, it } from 'vitest';
import { calculateSensorTrend } from './sensor-trend.ts';

const day = (date: string, ...cables: (number | null)[][]) => ({
  day: date,
  maxTemperatures: cables,
});

describe('the trend of a sensor', () => {
  it('is its highest temperature on each of the last eight days', () => {
    const days = Array.from({ length: 10 }, (_, index) =>
      day(`2026-10-${String(index + 5).padStart(2, '0')}`, [0], [10, 20 + index]),
    );
    const trend = calculateSensorTrend(days, 2, 2);
    expect(trend?.values).toEqual([22, 23, 24, 25, 26, 27, 28, 29]);
    expect(trend?.change).toBe(7);
    expect(trend?.days).toBe(7);
  });

  it('keeps a gap for a day without a value', () => {
    const days = [day('2026-10-12', [20]), day('2026-10-13', [null]), day('2026-10-14', [22])];
    expect(calculateSensorTrend(days, 1, 1)?.values).toEqual([20, null, 22]);
  });

  it('is null with fewer than two values', () => {
    expect(calculateSensorTrend([day('2026-10-14', [20])], 1, 1)).toBe(null);
    expect(calculateSensorTrend([day('2026-10-13', [20]), day('2026-10-14')], 1, 1)).toBe(null);
  });
});
