import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** Generates a board key: 256 random bits, as text. */
export function generateBoardKey(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Hashes a board's key for storage. The key is random and long, so a fast keyed hash protects it as well as a
 * slow one, and ten thousand boards can reconnect within seconds.
 */
export function hashBoardKey(pepper: Buffer, key: string | Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** The data that a board's sign-in depends on. */
interface StoredKey {
  readonly hash: Buffer | null;
  /**
   * Whether another sign-in need not be recorded: the key is proven, and no sign-in has been refused since.
   */
  readonly isSignInRecorded: boolean;
}

interface Lookup {
  readonly id: string;
  readonly resolve: (key: StoredKey | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Boards that connect within this time are looked up together. */
const BATCH_WINDOW_MS = 5;

/** Checks board keys with one query at a time, for all waiting boards. */
export class BoardKeys {
  private pendingLookups: Lookup[] = [];
  private isLookingUp = false;

  constructor(
    private readonly db: Db,
    private readonly pepper: Buffer,
    /** Called when a board signs in with a new key, or for the first time after a refused sign-in. */
    private readonly signInRecorded: (id: string) => void = () => {},
  ) {}

  /**
   * Returns the hash of `key` if it is the key of the board `id`, otherwise null. Rejects if the
   * database does not answer.
   */
  async check(id: string, key: Buffer): Promise<Buffer | null> {
    const storedKey = await this.find(id);
    const hash = storedKey?.hash ?? null;
    const givenHash = hashBoardKey(this.pepper, key);
    if (hash?.length !== givenHash.length || !timingSafeEqual(hash, givenHash)) return null;
    if (storedKey?.isSignInRecorded === false) await this.recordSignIn(id);
    return hash;
  }

  /** Finds the current hashes of boards' keys; null for boards without a key. */
  async findHashes(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>> {
    const keys = await this.load(ids);
    return new Map([...keys].map(([id, { hash }]) => [id, hash]));
  }

  /** Marks the key of a board that signed in as proven, and clears its last refused sign-in. */
  private async recordSignIn(id: string): Promise<void> {
    await this.db
      .updateTable('mainBoards')
      .set({ keyProven: true, refusedAt: null })
      .where('id', '=', id)
      .execute();
    this.signInRecorded(id);
  }

  private find(id: string): Promise<StoredKey | null> {
    return new Promise((resolve, reject) => {
      this.pendingLookups.push({ id, resolve, reject });
      if (this.isLookingUp) return;
      this.isLookingUp = true;
      setTimeout(() => void this.lookUp(), BATCH_WINDOW_MS);
    });
  }

  private async lookUp(): Promise<void> {
    while (this.pendingLookups.length > 0) {
      const lookups = this.pendingLookups;
      this.pendingLookups = [];
      try {
        const keys = await this.load(lookups.map(({ id }) => id));
        for (const { id, resolve } of lookups) resolve(keys.get(id) ?? null);
      } catch (error) {
        for (const { reject } of lookups) reject(error);
      }
      if (this.pendingLookups.length > 0)
        await new Promise((resolve) => setTimeout(resolve, BATCH_WINDOW_MS));
    }
    this.isLookingUp = false;
  }

  private async load(ids: readonly string[]): Promise<Map<string, StoredKey>> {
    const rows = await this.db
      .selectFrom('mainBoards')
      .select(['id', 'keyHash', 'keyProven', 'refusedAt'])
      .where(sql<SqlBool>`id = any(${[...new Set(ids)]})`)
      .execute();
    return new Map(
      rows.map(({ id, keyHash, keyProven, refusedAt }) => [
        id,
        { hash: keyHash, isSignInRecorded: keyProven && refusedAt === null },
      ]),
    );
  }
}

/**
 * Sets a board's key. This replaces its current key and ends the sessions that use that key. Returns false if
 * the board does not exist.
 */
export async function setBoardKey(
  db: Db,
  pepper: Buffer,
  id: string,
  key: string,
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update main_boards
      set key_hash = ${hashBoardKey(pepper, key)}, key_proven = false, refused_at = null
      where id = ${id} returning id
    )
    select pg_notify('board_key_changed', id) from changed`.execute(db);
  return rows.length > 0;
}
