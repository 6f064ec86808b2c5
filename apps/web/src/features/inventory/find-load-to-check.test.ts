import type { BinLoad } from '@granary/contract/inventory/http';
import { DAY, HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { findLoadToCheck } from './find-load-to-check.ts';

const now = millis(30 * DAY);

const load = (id: number, ageMs: number): BinLoad => ({
  id,
  binId: 4,
  type: 'load',
  at: millis(now - ageMs),
  volume: 600,
  moisture: null,
  protein: null,
  version: 1,
});

const loads = [load(1, 3 * HOUR), load(2, HOUR), load(3, 2 * HOUR), load(4, 3 * DAY)];

describe('the entry that is compared with the level sensor', () => {
  it('is the entry that was just saved', () => {
    expect(findLoadToCheck(loads, 4, now)?.id).toBe(4);
  });

  it('is the newest entry of the past day if none was just saved', () => {
    expect(findLoadToCheck(loads, null, now)?.id).toBe(2);
  });

  it('is null if every entry is at least a day old or in the future', () => {
    expect(findLoadToCheck([load(1, DAY), load(2, -HOUR)], null, now)).toBeNull();
  });
});
