import { expect, it } from 'vitest';
import { limits } from '../../config/limits.ts';
import { CallerLimits } from '../limits/caller-limits.ts';
import { Callers } from './callers.ts';

it('counts requests whose connection is already closed under one key', async () => {
  const reported: string[] = [];
  const observer = { reached: () => {}, reported: (_: string, by: string) => reported.push(by) };
  const callers = new Callers(new CallerLimits(observer), (address) => address);
  // A closed socket no longer has an address.
  const count = () => callers.countAddress('placeSearches', { ip: undefined as never });
  for (let sent = 0; sent < limits.placeSearches.max; sent++) await count();
  await expect(count()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await count().catch(() => {});
  expect(reported).toEqual(['closed']);
});
