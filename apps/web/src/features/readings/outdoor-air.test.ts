import type { Bin } from '@granary/contract/bins/http';
import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { exampleReading } from '../../bin-data/reading.fixture.ts';
import { findOutdoorAir } from './outdoor-air.ts';

const ambient = { at: millis(0), temperature: 3.1, humidity: null };
const bin = { ambient } as Bin; // only this field is used

describe('the air outside', () => {
  it('is what the bin read itself', () => {
    expect(findOutdoorAir(bin, exampleReading(), true)).toEqual({ temperature: 6.2, humidity: 65 });
  });

  it('is what the farm reads now, for a bin without a sensor of its own', () => {
    const reading = exampleReading({ ambientTemperature: null });
    expect(findOutdoorAir(bin, reading, true)).toEqual({ temperature: 3.1, humidity: null });
  });

  it('is not that of now for an older record', () => {
    expect(findOutdoorAir(bin, exampleReading({ ambientTemperature: null }), false)).toBe(null);
  });
});
