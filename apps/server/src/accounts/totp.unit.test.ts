import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decryptSecret,
  describeSecret,
  encryptSecret,
  findTotpStep,
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
} from './totp.ts';

/** RFC 6238, appendix B: SHA-1, the last six digits. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

describe('codes from an authenticator app', () => {
  it.each(vectors)('follow RFC 6238 at %d s', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(findTotpStep(RFC_SECRET, code, seconds * 1000)).toBe(step);
    expect(findTotpStep(RFC_SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, seconds * 1000)).toBe(
      step,
    );
    expect(findTotpStep(RFC_SECRET, code, (seconds + 30) * 1000)).toBe(step);
    expect(findTotpStep(RFC_SECRET, code, (seconds + 90) * 1000)).toBeNull();
  });

  it('do not match any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        fc.pre(text.replaceAll(/\s/g, '') !== '287082');
        expect(findTotpStep(RFC_SECRET, text, 59_000)).toBeNull();
      }),
    );
  });

  it('are generated from a secret that apps can import', () => {
    const { secret, uri } = describeSecret(RFC_SECRET, 'ola@granary.example');
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(uri).toContain(
      `otpauth://totp/Granary:ola%40granary.example?issuer=Granary&secret=${secret}`,
    );
  });
});

describe('a stored secret', () => {
  it('can be read only with the key and the account it was stored with', () => {
    const key = generateTotpSecret();
    const secret = generateTotpSecret();
    const encrypted = encryptSecret(key, 7, secret);
    expect(decryptSecret(key, 7, encrypted)).toEqual(secret);
    expect(encrypted.includes(secret)).toBe(false);
    expect(() => decryptSecret(key, 8, encrypted)).toThrow();
    expect(() => decryptSecret(generateTotpSecret(), 7, encrypted)).toThrow();
  });
});

describe('recovery codes', () => {
  it('are all different, and are accepted regardless of case, spaces and dashes', () => {
    const codes = generateRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    const key = generateTotpSecret();
    const [code = ''] = codes;
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `;
    expect(hashRecoveryCode(key, 7, typed)).toEqual(hashRecoveryCode(key, 7, code));
    expect(hashRecoveryCode(key, 8, code)).not.toEqual(hashRecoveryCode(key, 7, code));
  });
});
