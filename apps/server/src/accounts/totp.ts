import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The recommended length of a secret (RFC 4226, section 4), bytes. */
const SECRET_LENGTH = 20;
const IV_LENGTH = 12;
const TAG_LENGTH = 16;
/** Codes of the time step before and after are accepted too (RFC 6238, section 5.2). */
const WINDOW = 1;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Characters that are not mistaken for others: no I, L, O, 0 or 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A new random secret. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_LENGTH);
}

/** The secret for an authenticator app: as text, and as the address in a QR code. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = toTotp(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step whose code this is, or null; a step may be used once. */
export function findTotpStep(secret: Buffer, code: string, now: number): number | null {
  const totp = toTotp(secret, '');
  const delta = totp.validate({
    token: code.replaceAll(/\s/g, ''),
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Whether a code is in the form of an app's: digits. A recovery code is longer. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ''));
}

function toTotp(secret: Buffer, label: string): TOTP {
  // Its own copy: a buffer may be a part of a larger one.
  const { buffer } = Uint8Array.from(secret);
  return new TOTP({ issuer: 'Granary', label, secret: new Secret({ buffer }) });
}

/** Encrypts a secret for one account (AES-256-GCM): the initialization vector, the tag, the text. */
export function encryptSecret(key: Buffer, userId: number, secret: Buffer): Buffer {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key), iv).setAAD(toAad(userId));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Decrypts what `encryptSecret` returned; throws for another key or account. */
export function decryptSecret(key: Buffer, userId: number, encrypted: Buffer): Buffer {
  const iv = encrypted.subarray(0, IV_LENGTH);
  const text = encrypted.subarray(IV_LENGTH + TAG_LENGTH);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key), iv)
    .setAAD(toAad(userId))
    .setAuthTag(encrypted.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH));
  return Buffer.concat([decipher.update(text), decipher.final()]);
}

function deriveKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'totp secrets', 32));
}

function toAad(userId: number): Buffer {
  return Buffer.from(String(userId));
}

/** Ten new recovery codes of 49 bits, for reading: `ABCDE-FGHJK`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LENGTH }, () =>
      ALPHABET.charAt(randomInt(ALPHABET.length)),
    ).join('');
    return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
  });
}

/** The stored hash of a recovery code, however it is typed. The codes are random: a fast hash is enough. */
export function recoveryCodeHash(key: Buffer, userId: number, code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return createHmac('sha256', key).update(`${userId}:${letters}`).digest();
}
