import { expect, test } from 'vitest';
import { canCloseEntry } from './entry.ts';

const owner = { userId: 4, distributorId: 2 };

test.each([
  ['the owner who opened it', { id: 4, role: 'user' }, 4, true],
  ['the owner, if someone else opened it', { id: 4, role: 'user' }, 2, false],
  ['the owner, if the account that opened it was deleted', { id: 4, role: 'user' }, null, false],
  ['the distributor of the owner', { id: 2, role: 'distributor' }, 4, true],
  ['another distributor', { id: 3, role: 'distributor' }, 4, false],
  ['an admin', { id: 1, role: 'admin' }, 4, true],
] as const)('who may close an entry: %s', (_name, actor, openedBy, isAllowed) => {
  expect(canCloseEntry(actor, openedBy, owner)).toBe(isAllowed);
});
