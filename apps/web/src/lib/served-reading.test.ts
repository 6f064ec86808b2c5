import type { Cable } from '@granary/contract/readings/wire';
import { findingsOf } from '@granary/domain/bins/state';
import { describe, expect, it } from 'vitest';
import { servedReading } from './served-reading.fixture.ts';
import { domainReading } from './served-reading.ts';

const cable = (number: number, cableId: number): Cable => ({
  ...{ cable: number, cableId, name: '', subBin: 1, flip: false, crop: null },
});

function unreadableOf(cables: readonly Cable[], cableIds: readonly (number | null)[]) {
  const temperatures = cableIds.map(() => [14]);
  const served = servedReading({ temperatures, cables: [...cables], cableIds: [...cableIds] });
  const findings = findingsOf({
    ...{ now: served.at, lastAt: served.at, usualIntervalMs: 3_600_000, crop: null },
    ...{ reading: domainReading(served), hotSensors: [], difference: 5, statusOf: () => 'unmute' },
  });
  return findings.flatMap((one) => (one.kind === 'cable-address' ? one.cables : []));
}

describe('a cable whose address cannot be read', () => {
  it('is found by what the board names, though the settings have an address', () => {
    expect(unreadableOf([cable(1, 11), cable(2, 12)], [-1, 12])).toEqual([1]);
    expect(unreadableOf([cable(1, 11), cable(2, 12)], [11, 12])).toEqual([]);
  });

  it('is found where the settings have none, whatever the board names', () => {
    expect(unreadableOf([cable(1, 11), cable(2, -1)], [null, null])).toEqual([2]);
    expect(unreadableOf([cable(1, 11), cable(2, -1)], [11])).toEqual([2]);
  });

  it('is called by its number, where a cable before it was taken out', () => {
    expect(unreadableOf([cable(2, 12), cable(3, 13)], [-1, 12, -1])).toEqual([3]);
  });
});
