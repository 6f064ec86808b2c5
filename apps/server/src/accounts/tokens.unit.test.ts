import { HOUR } from '@granary/domain/units';
import { afterEach, expect, it, vi } from 'vitest';
import { signToken, TokenVerifier } from './tokens.ts';

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

afterEach(() => {
  vi.restoreAllMocks();
});

it('verifies the signature of a valid token only once, but verifies altered tokens every time', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify');
  const verifier = new TokenVerifier(key);
  const token = await sign(key);
  const read = (text: string) => verifier.readSessionId(text, new Date(NOW));
  for (let call = 0; call < 3; call++) expect(await read(token)).toBe('a session');
  expect(verify).toHaveBeenCalledTimes(1);
  for (let call = 0; call < 2; call++) await read(`${token} `);
  expect(verify).toHaveBeenCalledTimes(3);
});

it('a token is accepted only until it expires, even if it was accepted before', async () => {
  const verifier = new TokenVerifier(key);
  const token = await sign(key);
  for (const at of [NOW, NOW + 1, NOW + HOUR - 1000]) {
    expect(await verifier.readSessionId(token, new Date(at))).toBe('a session');
  }
  expect(await verifier.readSessionId(token, new Date(NOW + HOUR))).toBeNull();
});

it('a token signed with another key is never accepted', async () => {
  const verifier = new TokenVerifier(key);
  const token = await sign(Buffer.alloc(32, 2));
  expect(await verifier.readSessionId(token, new Date(NOW))).toBeNull();
  expect(await verifier.readSessionId(token, new Date(NOW))).toBeNull();
});
