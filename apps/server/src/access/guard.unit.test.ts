import { getMyInfo, signIn } from '@granary/contract/accounts/http';
import { formatRouteName } from '@granary/contract/route';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createGuard } from './guard.ts';
import type { SignedInUser } from './signed-in.ts';

const user: SignedInUser = {
  id: 7,
  role: 'user',
  sid: 'a session',
  mustSetUpTwoFactor: false,
};

it('counts a call toward the account of its session, or toward its address if it has no session', async () => {
  const counted: string[] = [];
  const guard = createGuard({
    requestLimiter: {
      beginExport: () => {},
      waitForExportTurn: async () => {},
      countForAccount: async (limit, id) => void counted.push(`${limit} ${id}`),
      countForAddress: async (limit, { ip }) => void counted.push(`${limit} ${ip}`),
    },
    findSession: async (token) => (token === 'valid' ? user : null),
    findOwner: async () => null,
    record: () => {},
    auditRefusal: async () => {},
  });
  const call = (name: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return guard(name).authenticate({ ip: '192.0.2.1', headers } as FastifyRequest);
  };
  expect(await call(formatRouteName(getMyInfo), 'valid')).toBe(user);
  await expect(call(formatRouteName(getMyInfo), 'guess')).rejects.toThrow();
  expect(await call(formatRouteName(signIn), 'valid')).toBeNull();
  expect(counted).toEqual([
    'requestsPerAccount 7',
    'requestsPerAddress 192.0.2.1',
    'requestsPerAddress 192.0.2.1',
  ]);
});
