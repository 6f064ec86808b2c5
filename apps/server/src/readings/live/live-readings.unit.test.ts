import { expect, it } from 'vitest';
import { createLiveRules, type LiveReadingPorts } from './live-readings.ts';

it('looks up the union of the bins once, no matter how many connections watch them', async () => {
  const lookups: (readonly number[])[] = [];
  const owner = { userId: 7, distributorId: null };
  const rules = createLiveRules({
    findOwners: async (binIds: readonly number[]) => {
      lookups.push(binIds);
      return new Map([[1, owner]]);
    },
  } as unknown as LiveReadingPorts);
  const session = { id: 7, role: 'user' } as Parameters<typeof rules.toSessionId>[0];
  const watches = Array.from({ length: 1_000 }, (_, index) => ({
    session,
    request: { bins: [1, (index % 3) + 1] },
  }));
  const rooms = await rules.findRooms(watches);
  expect(lookups).toEqual([[1, 2, 3]]);
  expect(rooms.slice(0, 2)).toEqual([['bin:1', 'bin:1'], null]);
});
