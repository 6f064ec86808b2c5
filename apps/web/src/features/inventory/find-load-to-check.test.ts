import type { BinLoad } from '@granary/contract/inventory/http';
import { DAY, HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { findLoadToCheck } from './find-load-to-check.ts';

const now = millis(30 * DAY);

const load = (id: number, ago: number): BinLoad => ({
  id,
  binId: 4,
  type: 'load',
  at: millis(now - ago),
  volume: 600,
  moisture: null,
  protein: null,
  version: 1,
});

const loads = [load(1, 3 * HOUR), load(2, HOUR), load(3, 2 * HOUR), load(4, 3 * DAY)];

describe('the entry that is compared with the level sensor', () => {
  it('is the one just saved', () => {
    expect(findLoadToCheck(loads, 4, now)?.id).toBe(4);
  });

  it('is the newest of the past day if none was saved', () => {
    expect(findLoadToCheck(loads, null, now)?.id).toBe(2);
  });

  it('is none after a day, or if its time has not come', () => {
    expect(findLoadToCheck([load(1, DAY), load(2, -HOUR)], null, now)).toBeNull();
  });
});
