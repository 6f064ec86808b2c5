import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { RESET_CODE_LENGTH } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import type { PasswordProblem } from '@granary/domain/accounts/passwords';
import { toNetwork } from '@granary/domain/accounts/sign-in-limits';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import {
  type AttemptOutcome,
  type AttemptSource,
  hashAccount,
  type SignInRateLimit,
} from './sign-in-rate-limit.ts';

const CODE_LIFETIME_MS = 10 * MINUTE;
const MAX_TRIES = 5;
/** How many codes can be requested per hour, for one account and from one address. */
const CODES_PER_ACCOUNT = 3;
const CODES_PER_ADDRESS = 20;
/** Characters that are not mistaken for others in an email: no I, L, O, 0 or 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** The key of the advisory lock for counting requests; any fixed number works. */
const REQUEST_LOCK = 0x6772_6162;

/** The recipient of a code, and the language of the email. */
export interface CodeRecipient {
  readonly id: number;
  readonly email: string;
  readonly language: string;
}

export interface PasswordResetPorts {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly rateLimit: SignInRateLimit;
  /** The key for the hashes of codes and accounts: an unkeyed hash of six characters is easy to reverse. */
  readonly accountKey: Buffer;
  /** Queues the code: it is sent after the transaction, unless it expires first. */
  sendCode(trx: Trx, to: CodeRecipient, code: string, expiresAt: Millis): Promise<void>;
  forgetDevices(trx: Trx, userId: number): Promise<void>;
  record(event: SecurityEvent): void;
  now(): Millis;
}

export type RequestOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** The account whose password was set, and the sessions that ended. */
export interface ResetResult {
  readonly userId: number;
  readonly endedSessions: readonly string[];
}

export type ResetOutcome =
  | AttemptOutcome<ResetResult>
  | { readonly kind: 'refused'; readonly problem: PasswordProblem };

/** Resets passwords with a code that is sent by email. */
export class PasswordReset {
  constructor(private readonly ports: PasswordResetPorts) {}

  /** Sends a code, which replaces the previous one. */
  async request({ email, address, browser = null }: AttemptSource): Promise<RequestOutcome> {
    const { db } = this.ports;
    const countOutcome = await this.countRequest(
      hashAccount(this.ports.accountKey, email),
      toNetwork(address),
    );
    if (countOutcome.kind === 'wait') {
      this.ports.record({ kind: 'limit-reached', reason: 'reset-code', address });
      return countOutcome;
    }
    const user = await db
      .selectFrom('users')
      .select(['id', 'email', 'language'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!user) return { kind: 'unknown' };
    await db.transaction().execute((trx) => this.issueCode(trx, user, browser));
    this.ports.record({ kind: 'reset-requested', address, userId: user.id });
    return { kind: 'sent' };
  }

  /** Sets a password with a code, which works once, and ends every session of the account. */
  async redeem(
    attempt: AttemptSource & { readonly code: string },
    password: string,
  ): Promise<ResetOutcome> {
    const problem = findPasswordProblem(password, attempt.email);
    if (problem) return { kind: 'refused', problem };
    const code = attempt.code.toUpperCase();
    if (code.length < RESET_CODE_LENGTH) return { kind: 'incorrect' };
    const { address } = attempt;
    const outcome = await this.ports.rateLimit.check(attempt, () =>
      this.ports.db
        .transaction()
        .execute((trx) => this.redeemCode(trx, { ...attempt, code }, password)),
    );
    switch (outcome.kind) {
      case 'correct':
        this.ports.record({
          kind: 'password-changed',
          reason: 'emailed-code',
          address,
          userId: outcome.value.userId,
        });
        break;
      case 'incorrect':
        this.ports.record({ kind: 'reset-failed', address });
        break;
      case 'wait':
        this.ports.record({ kind: 'limit-reached', reason: 'reset-code', address });
    }
    return outcome;
  }

  private async redeemCode(
    trx: Trx,
    { email, address, browser = null, code }: AttemptSource & { readonly code: string },
    password: string,
  ): Promise<ResetResult | null> {
    const { sessions, forgetDevices, now } = this.ports;
    const at = now();
    const storedCode = await claimAttempt(trx, email, browser, at);
    if (
      !storedCode ||
      !timingSafeEqual(storedCode.codeHash, this.hashCode(storedCode.userId, code))
    )
      return null;
    const { userId } = storedCode;
    await trx.deleteFrom('resetCodes').where('userId', '=', userId).execute();
    await trx.deleteFrom('invitations').where('userId', '=', userId).execute();
    const passwordHash = await hashPassword(password);
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
    await forgetDevices(trx, userId);
    await recordChange(trx, {
      at,
      actor: { id: userId },
      address,
      act: 'password-reset',
      subject: 'user',
      subjectId: userId,
      subjectName: fullName(storedCode),
      changes: [],
    });
    return { userId, endedSessions: await sessions.revokeAll(trx, userId) };
  }

  /** Counts a request; if there were too many, returns how long to wait before the next one. */
  private async countRequest(
    hash: Buffer,
    address: string,
  ): Promise<{ readonly kind: 'counted' } | Extract<RequestOutcome, { kind: 'wait' }>> {
    const now = this.ports.now();
    return this.ports.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${REQUEST_LOCK})`.execute(trx);
      // The request that must expire before another is allowed: the later of the account's third newest and
      // the address's 20th newest.
      const { rows } = await sql<{ at: Date | null }>`
        select greatest(
          (select at from reset_requests where at > ${new Date(now - HOUR)}
            and account_hash = ${hash} order by at desc offset ${CODES_PER_ACCOUNT - 1} limit 1),
          (select at from reset_requests where at > ${new Date(now - HOUR)}
            and address = ${address} order by at desc offset ${CODES_PER_ADDRESS - 1} limit 1)
        ) as at`.execute(trx);
      const blockingAt = rows[0]?.at ?? null;
      if (blockingAt) {
        return { kind: 'wait', seconds: Math.ceil((blockingAt.getTime() + HOUR - now) / 1000) };
      }
      const request = { accountHash: hash, address, at: new Date(now) };
      await trx.insertInto('resetRequests').values(request).execute();
      return { kind: 'counted' };
    });
  }

  /** Stores a new code, and queues it to be sent. */
  private async issueCode(trx: Trx, user: CodeRecipient, browser: Buffer | null): Promise<void> {
    const code = generateCode();
    const expiresAt = millis(this.ports.now() + CODE_LIFETIME_MS);
    const row = {
      codeHash: this.hashCode(user.id, code),
      expiresAt: new Date(expiresAt),
      tries: 0,
      otherTries: 0,
      browserHash: browser,
    };
    await trx
      .insertInto('resetCodes')
      .values({ userId: user.id, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute();
    await this.ports.sendCode(trx, user, code, expiresAt);
  }

  private hashCode(userId: number, code: string): Buffer {
    return createHmac('sha256', this.ports.accountKey).update(`${userId}:${code}`).digest();
  }
}

interface StoredCode {
  readonly userId: number;
  readonly codeHash: Buffer;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/**
 * Uses one of the tries that a code allows. The browser that requested the code has its own tries, which
 * nobody else can use up; all other browsers share a second set of the same size. Locks the code until the
 * transaction ends.
 */
async function claimAttempt(
  trx: Trx,
  email: string,
  browser: Buffer | null,
  at: Millis,
): Promise<StoredCode | undefined> {
  const { rows } = await sql<StoredCode>`
    update reset_codes set
      tries = tries + (browser_hash is not distinct from ${browser}::bytea)::int,
      other_tries = other_tries + (browser_hash is distinct from ${browser}::bytea)::int
    from users
    where users.id = reset_codes.user_id and lower(users.email) = ${email.toLowerCase()}
      and users.deleted_at is null and expires_at > ${new Date(at)} and ${MAX_TRIES} > case
        when browser_hash is not distinct from ${browser}::bytea then tries else other_tries end
    returning user_id, code_hash, users.first_name, users.last_name, users.email
  `.execute(trx);
  return rows[0];
}

function generateCode(): string {
  const characters = Array.from({ length: RESET_CODE_LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  );
  return characters.join('');
}
