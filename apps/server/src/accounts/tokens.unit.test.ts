import { HOUR } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { signToken, TokenReader } from './tokens.ts';

const NOW = Date.UTC(2026, 6, 1);
const key = Buffer.alloc(32, 1);
const claims = {
  id: '7',
  role: 'user',
  email: 'someone@granary.example',
  sid: 'a session',
} as const;
const sign = (signingKey: Buffer) =>
  signToken(signingKey, claims, { issuedAt: new Date(NOW), expiresAt: new Date(NOW + HOUR) });

it('a token is read until it expires, also when it was read before', async () => {
  const reader = new TokenReader(key);
  const token = await sign(key);
  for (const at of [NOW, NOW + 1, NOW + HOUR - 1000]) {
    expect(await reader.readSessionId(token, new Date(at))).toBe('a session');
  }
  expect(await reader.readSessionId(token, new Date(NOW + HOUR))).toBeNull();
});

it('a token of another key is never read', async () => {
  const reader = new TokenReader(key);
  const token = await sign(Buffer.alloc(32, 2));
  expect(await reader.readSessionId(token, new Date(NOW))).toBeNull();
  expect(await reader.readSessionId(token, new Date(NOW))).toBeNull();
});
