import { randomUUID } from 'node:crypto';
import type { Actor, Role } from '@granary/domain/access/access';
import { DAY, HOUR } from '@granary/domain/units';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables, UserRow } from '../platform/postgres/tables.ts';
import { sessionIdOf, signToken } from './tokens.ts';

/** Who asks, with the session they ask through. */
export interface SignedIn extends Actor {
  readonly sid: string;
}

const SESSION_MS = 12 * HOUR;
const REMEMBERED_MS = 30 * DAY;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sessions: begun at sign-in, alive until they run out or are revoked. */
export class Sessions {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly tokenKey: Buffer,
    private readonly now: () => number,
  ) {}

  /** Begins a session; the answer is its token. */
  async begin(
    user: Pick<UserRow, 'id' | 'role' | 'email'>,
    isRemembered: boolean,
  ): Promise<string> {
    const sid = randomUUID();
    const now = this.now();
    const issuedAt = new Date(now);
    const expiresAt = new Date(now + (isRemembered ? REMEMBERED_MS : SESSION_MS));
    await this.db.insertInto('sessions').values({ id: sid, userId: user.id, expiresAt }).execute();
    const claims = { id: String(user.id), role: user.role, email: user.email, sid };
    return signToken(this.tokenKey, claims, { issuedAt, expiresAt });
  }

  /** Who holds a live token; null where it is not one. */
  async find(token: string): Promise<SignedIn | null> {
    const sid = await sessionIdOf(this.tokenKey, token, new Date(this.now()));
    if (sid === null || !UUID.test(sid)) return null;
    return (await this.findAlive([sid])).get(sid) ?? null;
  }

  /** Those of the sessions that are alive, with the rights they have now. */
  async findAlive(sids: readonly string[]): Promise<Map<string, SignedIn>> {
    const rows = await this.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['sessions.id as sid', 'users.id as id', 'users.role as role'])
      .where(sql<SqlBool>`sessions.id = any(${sids})`)
      .where('sessions.revokedAt', 'is', null)
      .where('sessions.expiresAt', '>', new Date(this.now()))
      .where('users.deletedAt', 'is', null)
      .execute();
    return new Map(
      rows.map(({ sid, id, role }: { sid: string; id: number; role: Role }) => [
        sid,
        { sid, id, role },
      ]),
    );
  }

  /** Ends one session at once. */
  async revoke(sid: string): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ revokedAt: new Date(this.now()) })
      .where('id', '=', sid)
      .execute();
  }
}
