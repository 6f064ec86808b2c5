import type { Bin } from '@granary/contract/bins/http';
import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { findOutdoorAir } from './outdoor-air.ts';

const ambient = { at: millis(0), temperature: 3.1, humidity: null };
const bin = { ambient } as Bin; // Only this field is used.

describe('the outdoor air', () => {
  it("is the reading's own value", () => {
    expect(findOutdoorAir(bin, makeExampleReading(), true)).toEqual({
      temperature: 6.2,
      humidity: 65,
    });
  });

  it("is the farm's current value for a bin without an outdoor sensor", () => {
    const reading = makeExampleReading({ ambientTemperature: null });
    expect(findOutdoorAir(bin, reading, true)).toEqual({ temperature: 3.1, humidity: null });
  });

  it('is missing for an older record without an outdoor value', () => {
    expect(findOutdoorAir(bin, makeExampleReading({ ambientTemperature: null }), false)).toBe(null);
  });
});
