import type { Bin } from '@granary/contract/bins/http';
import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { exampleReading } from '../../bin-data/reading.fixture.ts';
import { findOutdoorAir } from './outdoor-air.ts';

const ambient = { at: millis(0), temperature: 3.1, humidity: null };
const bin = { ambient } as Bin; // Only this field is used.

describe('the outdoor air', () => {
  it("is the reading's own value", () => {
    expect(findOutdoorAir(bin, exampleReading(), true)).toEqual({ temperature: 6.2, humidity: 65 });
  });

  it("is the farm's current value for a bin without an outdoor sensor", () => {
    const reading = exampleReading({ ambientTemperature: null });
    expect(findOutdoorAir(bin, reading, true)).toEqual({ temperature: 3.1, humidity: null });
  });

  it('is missing for an older record', () => {
    expect(findOutdoorAir(bin, exampleReading({ ambientTemperature: null }), false)).toBe(null);
  });
});
