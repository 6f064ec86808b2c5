import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { decrypt, type EncryptionScope, encrypt } from '../platform/crypto/encryption.ts';

/** The recommended length of a secret (RFC 4226, section 4), bytes. */
const SECRET_LENGTH = 20;
/** Codes for the time step before and after are accepted too (RFC 6238, section 5.2). */
const WINDOW = 1;

const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Characters that are not mistaken for others: no I, L, O, 0 or 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A new random secret. */
export function generateTotpSecret(): Buffer {
  return randomBytes(SECRET_LENGTH);
}

/** The secret for an authenticator app: as text, and as the URI for a QR code. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = toTotp(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step that this code belongs to, or null; each step may be used once. */
export function findTotpStep(secret: Buffer, code: string, now: number): number | null {
  const totp = toTotp(secret, '');
  const delta = totp.validate({
    token: code.replaceAll(/\s/g, ''),
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Whether a code looks like one from an app: six digits. A recovery code is longer. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ''));
}

function toTotp(secret: Buffer, label: string): TOTP {
  // Copied, because a `Buffer` can be a view of part of a larger `ArrayBuffer`.
  const { buffer } = Uint8Array.from(secret);
  return new TOTP({ issuer: 'Granary', label, secret: new Secret({ buffer }) });
}

/** Encrypts a secret for one account. */
export function encryptSecret(key: Buffer, userId: number, secret: Buffer): Buffer {
  return encrypt(toScope(key, userId), secret);
}

/** Decrypts what `encryptSecret` returned; throws for another key or account. */
export function decryptSecret(key: Buffer, userId: number, encrypted: Buffer): Buffer {
  return decrypt(toScope(key, userId), encrypted);
}

function toScope(key: Buffer, userId: number): EncryptionScope {
  return { key, purpose: 'totp secrets', rowId: String(userId) };
}

/** Ten new recovery codes of 49 bits, formatted as `ABCDE-FGHJK`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const characters = Array.from({ length: RECOVERY_CODE_LENGTH }, () =>
      ALPHABET.charAt(randomInt(ALPHABET.length)),
    ).join('');
    return `${characters.slice(0, RECOVERY_CODE_LENGTH / 2)}-${characters.slice(RECOVERY_CODE_LENGTH / 2)}`;
  });
}

/**
 * The stored hash of a recovery code, which ignores case, spaces and punctuation. The codes are random: a
 * fast hash is enough.
 */
export function hashRecoveryCode(key: Buffer, userId: number, code: string): Buffer {
  const characters = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return createHmac('sha256', key).update(`${userId}:${characters}`).digest();
}
