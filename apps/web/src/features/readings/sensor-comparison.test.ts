import { describe, expect, it } from 'vitest';
import type { SensorCable, SensorCell } from '../../bin-data/sensor-cables.ts';
import { compareSensor } from './sensor-comparison.ts';

function cell(depth: number, temperature: number | null, changes: Partial<SensorCell> = {}) {
  return {
    position: depth,
    depth,
    temperature,
    moisture: null,
    isMoistureAboveRange: false,
    humidity: null,
    status: 'unmute' as const,
    isInHeadspace: false,
    ...changes,
  };
}

const cableDefaults = { moistureSource: null, showsHumidity: false };

function cable(number: number, cells: SensorCell[]): SensorCable {
  return { number, name: '', id: number, crop: null, subBin: 1, ...cableDefaults, cells };
}

describe('comparing a sensor', () => {
  it("uses the other cables' sensors at its depth", () => {
    const cables = [
      cable(1, [cell(1, 50), cell(2, 16)]),
      cable(2, [cell(1, 50), cell(2, 31)]),
      cable(3, [cell(1, 50), cell(2, 24)]),
    ];
    expect(compareSensor(cables, { cable: 2, depth: 2 })?.peerRange).toEqual({
      min: 16,
      max: 24,
    });
  });

  it('ignores disabled sensors and missing values', () => {
    const cables = [
      cable(1, [cell(1, 16, { status: 'disable' })]),
      cable(2, [cell(1, 31)]),
      cable(3, [cell(1, null)]),
    ];
    expect(compareSensor(cables, { cable: 2, depth: 1 })?.peerRange).toBe(null);
  });

  it('returns null if the sensor does not exist', () => {
    expect(compareSensor([cable(1, [cell(1, 16)])], { cable: 1, depth: 2 })).toBe(null);
    expect(compareSensor([cable(1, [cell(1, 16)])], { cable: 2, depth: 1 })).toBe(null);
  });
});
