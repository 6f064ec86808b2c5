import { DAY, HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { calculateWeather } from './weather.ts';

const PLACE = { seed: 7, lng: -98 };

function listMonthTemperatures(index: number): number[] {
  const start = Date.UTC(2026, index, 1);
  return Array.from(
    { length: 28 * 24 },
    (_, hour) => calculateWeather(PLACE, millis(start + hour * HOUR)).temperature,
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

describe('the weather in southern Manitoba', () => {
  it('has winters far below and summers far above freezing', () => {
    expect(mean(listMonthTemperatures(0))).toBeLessThan(-9);
    expect(mean(listMonthTemperatures(6))).toBeGreaterThan(15);
  });

  it('is warmest in the afternoon, in solar time', () => {
    const byHour = Array.from({ length: 24 }, (_, hour) =>
      mean(listMonthTemperatures(6).filter((_value, i) => i % 24 === hour)),
    );
    const warmest = byHour.indexOf(Math.max(...byHour));
    // 15:30 solar time at 98° west is about 22:00 UTC.
    expect(warmest).toBeGreaterThanOrEqual(20);
    expect(warmest).toBeLessThanOrEqual(23);
  });

  it('keeps humidity between 0 and 100 % and has no sun at night', () => {
    for (let hour = 0; hour < 8_760; hour += 5) {
      const { humidity, sun } = calculateWeather(PLACE, millis(Date.UTC(2026, 0, 1) + hour * HOUR));
      expect(humidity).toBeGreaterThanOrEqual(15);
      expect(humidity).toBeLessThanOrEqual(98);
      expect(sun).toBeGreaterThanOrEqual(0);
      expect(sun).toBeLessThanOrEqual(1.2);
    }
    expect(calculateWeather(PLACE, millis(Date.UTC(2026, 0, 15, 6, 30))).sun).toBe(0);
  });

  it('depends only on the place and the time', () => {
    const at = millis(Date.UTC(2026, 4, 5, 6));
    expect(calculateWeather(PLACE, at)).toEqual(calculateWeather({ ...PLACE }, at));
    expect(calculateWeather(PLACE, at)).not.toEqual(calculateWeather({ ...PLACE, seed: 8 }, at));
    expect(calculateWeather(PLACE, at)).not.toEqual(calculateWeather(PLACE, millis(at + DAY)));
  });
});
