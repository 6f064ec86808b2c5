import { DAY, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { formatDeletedList, formatRestoreReport } from './restore-report.ts';

const NOW = millis(Date.parse('2026-07-01T12:00:00Z'));

const bin = (id: number) => ({
  id,
  name: `North ${id}`,
  mainBoardId: 'B1',
  binNumber: id,
  farmId: 5,
  deletedAt: new Date(NOW - 2.5 * DAY),
  isStationTaken: false,
  isBoardOnAnotherFarm: false,
  isFarmDeleted: false,
});

describe('the report for the operator', () => {
  it('lists what is restored, what is not and why, and which boards need a key', () => {
    const obstacle = 'station-taken' as const;
    const outcome = {
      bins: [bin(1)],
      notRestored: [{ bin: bin(2), obstacle }],
      boardsWithoutKey: ['B1'],
    };
    expect(formatRestoreReport('farm', 5, outcome)).toEqual([
      'Restored: farm 5',
      'Restored: bin 1: North 1 (board B1, station 1)',
      'Not restored: bin 2: North 2 (board B1, station 2): another bin now uses its station number.',
      'Board B1 needs a key: create one with board-key B1.',
    ]);
    const noneRestored = {
      bins: [],
      notRestored: [{ bin: bin(2), obstacle }],
      boardsWithoutKey: [],
    };
    expect(formatRestoreReport('bin', 2, noneRestored)).toEqual([
      'Not restored: bin 2: North 2 (board B1, station 2): another bin now uses its station number.',
    ]);
    expect(formatRestoreReport('bin', 7, 'not-deleted')).toEqual(['There is no deleted bin 7.']);
    expect(formatRestoreReport('farm', 7, 'owner-deleted')).toEqual([
      'The owner of farm 7 is deleted. Restore that account first with restore-user; the deleted command lists its ID.',
    ]);
  });

  it('lists what can still be restored, and until when', () => {
    const farm = {
      id: 5,
      name: 'Home',
      ownerId: 1,
      ownerEmail: 'a@b.example',
      isOwnerDeleted: false,
    };
    const farms = [{ ...farm, deletedAt: new Date(NOW - 29.5 * DAY) }];
    expect(formatDeletedList(farms, [bin(3)], 30 * DAY)).toEqual([
      'farm 5: Home, owned by a@b.example, until 2026-07-02T00:00:00.000Z',
      'bin 3: North 3 (board B1, station 3), farm 5, until 2026-07-29T00:00:00.000Z',
    ]);
  });
});
