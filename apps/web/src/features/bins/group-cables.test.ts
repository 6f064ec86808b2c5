import { describe, expect, it } from 'vitest';
import type { SensorCable } from '../../bin-data/sensor-cables.ts';
import { groupCables } from './group-cables.ts';

const noMoistureSource = { moistureSource: null, showsHumidity: false };

function cable(number: number, subBin: number, sensors = 2): SensorCable {
  const cells = Array.from({ length: sensors }, (_, index) => ({
    position: index + 1,
    depth: index + 1,
    temperature: 10,
    moisture: 13,
    isMoistureAboveRange: false,
    humidity: 60,
    status: 'unmute' as const,
    isInHeadspace: false,
  }));
  return { number, name: '', id: number, crop: null, subBin, ...noMoistureSource, cells };
}

const listCableNumbersByGroup = (cables: readonly SensorCable[]) =>
  groupCables(cables).map((group) => group.cables.map((sensorCable) => sensorCable.number));

describe('groups of cables', () => {
  it('have at most four cables', () => {
    expect(listCableNumbersByGroup([1, 2, 3, 4, 5, 6].map((number) => cable(number, 1)))).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  it('never mix sub-bins', () => {
    expect(listCableNumbersByGroup([cable(1, 1), cable(2, 1), cable(3, 2)])).toEqual([[1, 2], [3]]);
  });

  it('have as many rows as their longest cable', () => {
    const rows = groupCables([cable(1, 1, 3), cable(2, 1, 1)])[0]?.rows ?? [];
    expect(rows.map((row) => row.map((cell) => cell?.position ?? null))).toEqual([
      [1, 1],
      [2, null],
      [3, null],
    ]);
  });
});
