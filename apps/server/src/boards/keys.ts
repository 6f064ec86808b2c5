import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql, type SqlBool } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** A new board key: 256 random bits, as text. */
export function newBoardKey(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What is kept of a board's key. The key is random and long, so a fast keyed hash protects it as
 * well as a slow one would, and ten thousand boards can reconnect within seconds.
 */
export function boardKeyHash(pepper: Buffer, key: string | Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

interface Lookup {
  readonly id: string;
  readonly resolve: (hash: Buffer | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Checks board keys, looking up all boards that connect within one turn with one query. */
export class BoardKeys {
  private waiting: Lookup[] = [];

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly pepper: Buffer,
  ) {}

  /** Whether `key` is the key of the board `id`. */
  async check(id: string, key: Buffer): Promise<boolean> {
    const known = await this.find(id);
    const given = boardKeyHash(this.pepper, key);
    return known !== null && known.length === given.length && timingSafeEqual(known, given);
  }

  private find(id: string): Promise<Buffer | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.lookUp());
    });
  }

  private async lookUp(): Promise<void> {
    const lookups = this.waiting;
    this.waiting = [];
    try {
      const rows = await this.db
        .selectFrom('mainBoards')
        .select(['id', 'keyHash'])
        .where(sql<SqlBool>`id = any(${lookups.map(({ id }) => id)})`)
        .execute();
      const hashes = new Map(rows.map(({ id, keyHash }) => [id, keyHash]));
      for (const { id, resolve } of lookups) resolve(hashes.get(id) ?? null);
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  }
}

/** Gives a board a key, replacing the one it has; false where there is no such board. */
export async function setBoardKey(
  db: Kysely<Tables>,
  pepper: Buffer,
  id: string,
  key: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mainBoards')
    .set({ keyHash: boardKeyHash(pepper, key) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
