import { randomUUID } from 'node:crypto';
import { isRole } from '@granary/domain/access/roles';
import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import type { SignedInUser } from '../access/signed-in.ts';
import { executePrepared } from '../platform/postgres/prepared-statements.ts';
import type { Db, Trx, UserRow } from '../platform/postgres/tables.ts';
import { signToken, TokenVerifier } from './tokens.ts';

const SESSION_MS = 12 * HOUR;
const REMEMBERED_SESSION_MS = 30 * DAY;
/** How long a session stays verified after the user enters their password. */
const VERIFIED_MS = 5 * MINUTE;
/** The maximum length of a stored user agent. */
const MAX_USER_AGENT_LENGTH = 300;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function selectLiveSessions(db: Db, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sid', 'users.id as id', 'users.role as role'])
    .select(
      sql<boolean>`users.totp_enabled_at is null and exists (
        select from two_factor_roles where two_factor_roles.role = users.role
      )`.as('mustSetUpTwoFactor'),
    )
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('users.deletedAt', 'is', null);
}

/** The address and browser that a session was started from, which its user can see. */
export interface SessionOrigin {
  readonly address: string;
  /** The browser's user agent string. */
  readonly userAgent: string;
}

const NO_ORIGIN: SessionOrigin = { address: '', userAgent: '' };

/**
 * Sessions, which begin at sign-in and last until they expire or are revoked. A session is not valid if
 * this version of the server does not support the role of its account.
 */
export class Sessions {
  private readonly tokens: TokenVerifier;

  constructor(
    private readonly db: Db,
    private readonly tokenKey: Buffer,
    private readonly now: () => number,
  ) {
    this.tokens = new TokenVerifier(tokenKey);
  }

  /** Starts a session and returns its token. */
  async begin(
    user: Pick<UserRow, 'id' | 'role' | 'email'>,
    isRemembered: boolean,
    origin = NO_ORIGIN,
  ): Promise<string> {
    const { row, token } = await this.createSession(user, isRemembered, origin);
    await this.db.insertInto('sessions').values(row).execute();
    return token;
  }

  /** Starts a session after a password check; null if the password has changed since the check. */
  async beginWithPassword(
    user: Pick<UserRow, 'id' | 'role' | 'email' | 'passwordHash'>,
    isRemembered: boolean,
    origin = NO_ORIGIN,
  ): Promise<string | null> {
    const { row, token } = await this.createSession(user, isRemembered, origin);
    // The lock waits for a password change in progress; a later change also ends this session.
    const { numAffectedRows } = await sql`
      insert into sessions (id, user_id, expires_at, created_at, address, user_agent)
      select ${row.id}, id, ${row.expiresAt}, ${row.createdAt}, ${row.address}, ${row.userAgent}
      from users
      where id = ${user.id} and password_hash = ${user.passwordHash} and deleted_at is null
      for share`.execute(this.db);
    return numAffectedRows === 1n ? token : null;
  }

  private async createSession(
    user: Pick<UserRow, 'id' | 'role' | 'email'>,
    isRemembered: boolean,
    { address, userAgent }: SessionOrigin,
  ) {
    const sid = randomUUID();
    const now = this.now();
    const issuedAt = new Date(now);
    const expiresAt = new Date(now + (isRemembered ? REMEMBERED_SESSION_MS : SESSION_MS));
    const claims = { id: String(user.id), role: user.role, email: user.email, sid };
    const token = await signToken(this.tokenKey, claims, { issuedAt, expiresAt });
    const row = {
      id: sid,
      userId: user.id,
      createdAt: issuedAt,
      expiresAt,
      address,
      userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    };
    return { row, token };
  }

  /** The user of a valid token; null if the token is not valid. */
  async find(token: string): Promise<SignedInUser | null> {
    const sid = await this.tokens.readSessionId(token, new Date(this.now()));
    if (sid === null || !UUID.test(sid)) return null;
    const query = selectLiveSessions(this.db, new Date(this.now())).where('sessions.id', '=', sid);
    const [session] = await executePrepared(this.db, query);
    return session && isRole(session.role) ? session : null;
  }

  /** The sessions that may receive live readings, keyed by ID, with their users' current roles. */
  async findActive(sids: readonly string[]): Promise<Map<string, SignedInUser>> {
    const sessions = await selectLiveSessions(this.db, new Date(this.now()))
      .where(sql<SqlBool>`sessions.id = any(${sids})`)
      .execute();
    const activeSessions = sessions.filter(
      ({ role, mustSetUpTwoFactor }) => isRole(role) && !mustSetUpTwoFactor,
    );
    return new Map(activeSessions.map((session) => [session.sid, session]));
  }

  /** The valid sessions of a user, newest first. */
  async list(userId: number) {
    return this.db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'expiresAt', 'address', 'userAgent'])
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', new Date(this.now()))
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
  }

  /** Ends one session immediately. */
  async revoke(sid: string): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ revokedAt: new Date(this.now()) })
      .where('id', '=', sid)
      .execute();
  }

  /** Ends all sessions of a user, except the given one, and returns the IDs of the ended sessions. */
  async revokeAll(trx: Trx, userId: number, exceptSid?: string): Promise<string[]> {
    const rows = await trx
      .updateTable('sessions')
      .set({ revokedAt: new Date(this.now()) })
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .$if(exceptSid !== undefined, (query) => query.where('id', '!=', exceptSid ?? ''))
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Marks a session as verified after its user typed the password. */
  async markVerified(sid: string): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ verifiedUntil: new Date(this.now() + VERIFIED_MS) })
      .where('id', '=', sid)
      .execute();
  }

  /** Whether a session is valid and its user typed the password recently. */
  async isVerified(trx: Trx, sid: string): Promise<boolean> {
    const row = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sid)
      .where('revokedAt', 'is', null)
      .where('verifiedUntil', '>', new Date(this.now()))
      .executeTakeFirst();
    return row !== undefined;
  }
}
