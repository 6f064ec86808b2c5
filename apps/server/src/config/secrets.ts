import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Env } from './env.ts';

/** The server's own keys: given by the environment, or made once and kept in the data folder. */
export interface Secrets {
  /** Signs session tokens. */
  readonly tokenKey: Buffer;
  /** Keys the hashes of board keys, so that a copy of the database alone lets no board in. */
  readonly boardPepper: Buffer;
}

/** Reads the secrets, making what is missing; files have mode 600. */
export function readSecrets(env: Env, dataDir: string): Secrets {
  const folder = join(dataDir, 'secrets');
  return {
    tokenKey: env.TOKEN_KEY ? Buffer.from(env.TOKEN_KEY) : kept(folder, 'token-key'),
    boardPepper: env.BOARD_KEY_PEPPER
      ? Buffer.from(env.BOARD_KEY_PEPPER)
      : kept(folder, 'board-key-pepper'),
  };
}

function kept(folder: string, name: string): Buffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  try {
    // `wx` fails where the file exists, so two first starts cannot make two keys.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length < 32) {
    throw new ConfigError(`DATA_DIR holds a broken secret, ${file}; remove it to make a new one.`);
  }
  return key;
}
