import { createHash, randomBytes } from 'node:crypto';
import { INVITATION_DAYS, type Invitation } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import type { PasswordProblem } from '@granary/domain/accounts/passwords';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { DAY, type Millis, millis } from '@granary/domain/units';
import { recordChange } from '../audit/record-change.ts';
import type { Db, Trx, UserRow } from '../platform/postgres/tables.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';

/** The password hash of accounts without a password; no password matches it. */
export const NO_PASSWORD = '';

export interface InvitationPorts {
  readonly db: Db;
  now(): Millis;
  /**
   * Queues the link, which is sent after the transaction; returns false if this server cannot send it and
   * staff have to pass it on.
   */
  sendLink(
    trx: Trx,
    to: Pick<UserRow, 'id' | 'email' | 'language'>,
    token: string,
    expiresAt: Millis,
  ): Promise<boolean>;
  record(event: SecurityEvent): void;
}

/** The user who sends the invitation, and their address. */
interface InvitedBy {
  readonly actorId: number;
  readonly address: string;
}

/** Invitations for accounts without a password: links that work once and expire after seven days. */
export class Invitations {
  constructor(private readonly ports: InvitationPorts) {}

  /**
   * Invites an account; this replaces its previous invitation. Returns null if the account has a password or
   * is deleted.
   */
  async invite(userId: number, invitedBy: InvitedBy): Promise<Invitation | null> {
    const { db, now, sendLink, record } = this.ports;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = millis(now() + INVITATION_DAYS * DAY);
    const row = { tokenHash: hashToken(token), expiresAt: new Date(expiresAt) };
    const isSent = await db.transaction().execute(async (trx) => {
      const invitedUser = await trx
        .selectFrom('users')
        .select(['id', 'email', 'language'])
        .where('id', '=', userId)
        .where('passwordHash', '=', NO_PASSWORD)
        .where('deletedAt', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!invitedUser) return null;
      await trx
        .insertInto('invitations')
        .values({ userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute();
      return sendLink(trx, invitedUser, token, expiresAt);
    });
    if (isSent === null) return null;
    record({ kind: 'invited', userId, ...invitedBy });
    return { token: isSent ? null : token, expiresAt };
  }

  /** The account that a valid invitation is for; null if the invitation is not valid. */
  async find(token: string): Promise<UserRow | null> {
    return (await findInvitedUser(this.ports.db, token, this.ports.now())) ?? null;
  }

  /** Sets the first password; null if the invitation is not valid. */
  async accept(
    token: string,
    password: string,
    address: string,
  ): Promise<UserRow | { readonly problem: PasswordProblem } | null> {
    const { db, now, record } = this.ports;
    const invitee = await this.find(token);
    if (!invitee) return null;
    const problem = findPasswordProblem(password, invitee.email);
    // An invalid password does not use up the invitation.
    if (problem) return { problem };
    const passwordHash = await hashPassword(password);
    return db.transaction().execute(async (trx) => {
      const user = await findInvitedUser(trx, token, now());
      const { numDeletedRows } = await trx
        .deleteFrom('invitations')
        .where('tokenHash', '=', hashToken(token))
        .executeTakeFirstOrThrow();
      if (!user || numDeletedRows === 0n) return null;
      await trx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute();
      await recordChange(trx, {
        at: now(),
        actor: user,
        address,
        act: 'password-reset',
        subject: 'user',
        subjectId: user.id,
        subjectName: fullName(user),
        changes: [],
      });
      record({ kind: 'invitation-used', userId: user.id, address });
      return { ...user, passwordHash };
    });
  }
}

function findInvitedUser(db: Db | Trx, token: string, now: Millis): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('invitations', 'invitations.userId', 'users.id')
    .selectAll('users')
    .where('invitations.tokenHash', '=', hashToken(token))
    .where('invitations.expiresAt', '>', new Date(now))
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst();
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
