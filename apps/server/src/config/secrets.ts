import { createECDH, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Env } from './env.ts';

/** The server's secrets: from the environment, or generated once and stored in the data folder. */
export interface Secrets {
  /** Signs session tokens. */
  readonly tokenKey: Buffer;
  /** Keys the hashes of board keys, so that a copy of the database does not give access. */
  readonly boardPepper: Buffer;
  /** Encrypts the secrets of authenticator apps, and keys the hashes of recovery codes. */
  readonly totpKey: Buffer;
  /** Encrypts messages until they are sent. */
  readonly outboxKey: Buffer;
  /** The private key (P-256, 32 bytes) by which push services know this server. */
  readonly vapidKey: Buffer;
}

/** Reads the secrets and generates missing ones; files have mode 600. */
export function readSecrets(env: Env, dataDir: string): Secrets {
  const folder = join(dataDir, 'secrets');
  return {
    tokenKey: env.TOKEN_KEY ? Buffer.from(env.TOKEN_KEY) : readOrCreate(folder, 'token-key'),
    boardPepper: env.BOARD_KEY_PEPPER
      ? Buffer.from(env.BOARD_KEY_PEPPER)
      : readOrCreate(folder, 'board-key-pepper'),
    totpKey: env.TOTP_KEY ? Buffer.from(env.TOTP_KEY) : readOrCreate(folder, 'totp-key'),
    outboxKey: env.OUTBOX_KEY ? Buffer.from(env.OUTBOX_KEY) : readOrCreate(folder, 'outbox-key'),
    vapidKey: env.VAPID_PRIVATE_KEY
      ? Buffer.from(env.VAPID_PRIVATE_KEY, 'base64url')
      : readOrCreate(folder, 'vapid-key', createVapidKey),
  };
}

function createVapidKey(): Buffer {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
}

function readOrCreate(
  folder: string,
  name: string,
  create: () => Buffer = () => randomBytes(32),
): Buffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  try {
    // `wx` fails when the file exists, so two first starts cannot create two keys.
    writeFileSync(file, create().toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length < 32) {
    throw new ConfigError(`DATA_DIR holds a broken secret, ${file}; remove it to make a new one.`);
  }
  return key;
}
