import { describe, expect, it } from 'vitest';
import {
  firmwareNames,
  firmwareVersions,
  frequencies,
  offeredBinNumbers,
  radioGroups,
} from './options.ts';

describe('the settings of a board', () => {
  it('offer channels 30 to 70, and groups and bin stations 1 to 10', () => {
    expect([frequencies[0], frequencies.at(-1), frequencies.length]).toEqual([30, 70, 41]);
    for (const list of [radioGroups, offeredBinNumbers]) {
      expect([list[0], list.at(-1), list.length]).toEqual([1, 10, 10]);
    }
  });

  it('offer twelve versions of sleep and of realtime firmware, and one of portable', () => {
    const ends = firmwareNames.map((name) => {
      const versions = firmwareVersions[name];
      return [versions.length, new Set(versions).size, versions[0], versions.at(-1)];
    });
    expect(ends).toEqual([
      [12, 12, '2.03', '2.104'],
      [12, 12, '2.03', '2.12'],
      [1, 1, '2.05', '2.05'],
    ]);
  });
});
