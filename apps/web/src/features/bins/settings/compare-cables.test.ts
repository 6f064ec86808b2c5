import { describe, expect, it } from 'vitest';
import { findCableChanges, findCableConflicts, rebaseCables } from './compare-cables.ts';
import type { CableValues } from './settings-values.ts';

const cable = (number: number, changes: Partial<CableValues> = {}): CableValues => ({
  cable: number,
  name: `C${number}`,
  cableId: String(number),
  subBin: '1',
  flip: false,
  crop: '',
  ...changes,
});
const before = [cable(1), cable(2), cable(3)];

describe('cables that someone else changed during editing', () => {
  it('keep local edits and get the other changes, field by field', () => {
    const editedCables = [cable(1, { name: 'Mine' }), cable(2), cable(3)];
    const latestCables = [cable(1, { crop: 'Peas' }), cable(2, { crop: 'Wheat' }), cable(3)];
    expect(rebaseCables(editedCables, before, latestCables)).toEqual([
      cable(1, { name: 'Mine', crop: 'Peas' }),
      cable(2, { crop: 'Wheat' }),
      cable(3),
    ]);
    expect(findCableConflicts(editedCables, before, latestCables)).toEqual([]);
  });

  it('reflect the additions and removals of both users', () => {
    const typed = [cable(1), cable(3), cable(4)];
    const now = [cable(2), cable(3), cable(5)];
    expect(rebaseCables(typed, before, now)).toEqual([cable(3), cable(4), cable(5)]);
  });

  it('stay and conflict if someone else removed one that was edited locally', () => {
    const typed = [cable(1, { name: 'Mine' }), cable(2), cable(3)];
    const now = [cable(2), cable(3)];
    expect(rebaseCables(typed, before, now)).toEqual(typed);
    expect(findCableConflicts(typed, before, now)).toEqual([{ cable: 1, field: null }]);
  });

  it('are compared field by field', () => {
    const now = [cable(1, { crop: 'Peas' }), cable(3), cable(4)];
    expect(findCableChanges(before, now)).toEqual([
      { cable: 1, field: 'crop' },
      { cable: 2, field: null },
      { cable: 4, field: null },
    ]);
  });

  it('conflict if both users changed a field to different values', () => {
    const typed = [cable(1, { crop: 'Peas' }), cable(2, { crop: 'Rye' }), cable(3)];
    const now = [cable(1, { crop: 'Wheat' }), cable(2, { crop: 'Rye' }), cable(3)];
    expect(findCableConflicts(typed, before, now)).toEqual([{ cable: 1, field: 'crop' }]);
    expect(rebaseCables(typed, before, now)[0]?.crop).toBe('Peas');
  });
});
