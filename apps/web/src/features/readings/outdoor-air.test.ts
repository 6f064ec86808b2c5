import type { Bin } from '@granary/contract/bins/http';
import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { servedReading } from '../../bin-data/reading.fixture.ts';
import { outsideOf } from './outdoor-air.ts';

const ambient = { at: millis(0), temperature: 3.1, humidity: null };
const bin = { ambient } as Bin; // only this field is asked for

describe('the air outside', () => {
  it('is what the bin read itself', () => {
    expect(outsideOf(bin, servedReading(), true)).toEqual({ temperature: 6.2, humidity: 65 });
  });

  it('is what the farm reads now, for a bin without a sensor of its own', () => {
    const reading = servedReading({ ambientTemperature: null });
    expect(outsideOf(bin, reading, true)).toEqual({ temperature: 3.1, humidity: null });
  });

  it('is not that of now for an older record', () => {
    expect(outsideOf(bin, servedReading({ ambientTemperature: null }), false)).toBe(null);
  });
});
