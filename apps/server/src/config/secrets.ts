import { createECDH, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError, type Env } from './env.ts';

/** The server's secrets: from the environment, or generated once and stored in the data folder. */
export interface Secrets {
  /**
   * Signs session tokens, map tile paths and opt-out links, and keys the hashes of codes, accounts and
   * browsers.
   */
  readonly tokenKey: Buffer;
  /** Keys the hashes of board keys, so that a copy of the database does not give access. */
  readonly boardPepper: Buffer;
  /** Encrypts the secrets of authenticator apps, and keys the hashes of recovery codes. */
  readonly totpKey: Buffer;
  /** Encrypts messages until they are sent. */
  readonly outboxKey: Buffer;
  /** The private key (P-256, 32 bytes) that identifies this server to push services. */
  readonly vapidKey: Buffer;
}

interface SecretSource {
  /** The file in `DATA_DIR/secrets` that stores the secret as hexadecimal digits. */
  readonly file: string;
  /** The environment variable that takes precedence. */
  readonly variable:
    | 'TOKEN_KEY'
    | 'BOARD_KEY_PEPPER'
    | 'TOTP_KEY'
    | 'OUTBOX_KEY'
    | 'VAPID_PRIVATE_KEY';
  readonly encoding: BufferEncoding;
  create(): Buffer;
}

const randomSecret = { encoding: 'utf8', create: () => randomBytes(32) } as const;
const sources: Readonly<Record<keyof Secrets, SecretSource>> = {
  tokenKey: { file: 'token-key', variable: 'TOKEN_KEY', ...randomSecret },
  boardPepper: { file: 'board-key-pepper', variable: 'BOARD_KEY_PEPPER', ...randomSecret },
  totpKey: { file: 'totp-key', variable: 'TOTP_KEY', ...randomSecret },
  outboxKey: { file: 'outbox-key', variable: 'OUTBOX_KEY', ...randomSecret },
  vapidKey: {
    file: 'vapid-key',
    variable: 'VAPID_PRIVATE_KEY',
    encoding: 'base64url',
    create: createVapidKey,
  },
};

/** Reads the secrets and generates missing ones; files have mode 600. */
export function readSecrets(env: Env, dataDir: string): Secrets {
  const read = (name: keyof Secrets) => {
    const { file, create } = sources[name];
    return findInEnvironment(env, sources[name]) ?? readOrCreate(toPath(dataDir, file), create);
  };
  return {
    tokenKey: read('tokenKey'),
    boardPepper: read('boardPepper'),
    totpKey: read('totpKey'),
    outboxKey: read('outboxKey'),
    vapidKey: read('vapidKey'),
  };
}

/**
 * Returns the secrets for a backup as hexadecimal digits, keyed by file name. Creates no secrets, because the
 * running server would not use them.
 *
 * @throws ConfigError when a secret is missing from both the environment and the data folder.
 */
export function exportSecrets(env: Env, dataDir: string): Record<string, string> {
  const entries = Object.values(sources).map((source) => {
    const path = toPath(dataDir, source.file);
    const secret = findInEnvironment(env, source) ?? (existsSync(path) ? readSecret(path) : null);
    if (secret !== null) return [source.file, secret.toString('hex')];
    throw new ConfigError(
      `${dataDir} does not contain the server's secret ${source.file}: set DATA_DIR or ${source.variable} to the server's value.`,
    );
  });
  return Object.fromEntries(entries);
}

/** Stores the secrets of a backup in the data folder. */
export function importSecrets(dataDir: string, secrets: Readonly<Record<string, string>>): void {
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  for (const { file } of Object.values(sources)) {
    const secret = secrets[file];
    if (secret === undefined) continue;
    writeFileSync(toPath(dataDir, file), secret, { mode: 0o600, flush: true });
  }
}

function toPath(dataDir: string, file: string): string {
  return join(dataDir, 'secrets', file);
}

function findInEnvironment(env: Env, { variable, encoding }: SecretSource): Buffer | null {
  const value = env[variable];
  return value ? Buffer.from(value, encoding) : null;
}

function createVapidKey(): Buffer {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
}

function readOrCreate(file: string, create: () => Buffer): Buffer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    // `wx` fails when the file exists, so two servers that start for the first time cannot create two keys.
    writeFileSync(file, create().toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readSecret(file);
}

function readSecret(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length >= 32) return key;
  throw new ConfigError(
    `DATA_DIR contains an invalid secret, ${file}; remove it to create a new one.`,
  );
}
