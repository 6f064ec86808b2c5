import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { sql } from 'kysely';
import type { Db, UserRow } from '../platform/postgres/tables.ts';
import { NO_PASSWORD } from './invitations.ts';
import type { Sessions } from './sessions.ts';
import {
  type AttemptOutcome,
  type AttemptSource,
  rememberBrowser,
  type SignInRateLimit,
} from './sign-in-rate-limit.ts';
import type { TwoFactor } from './two-factor.ts';

/** The outcome of an attempt to sign in; the value is the session's token. */
export type SignInOutcome =
  | AttemptOutcome<string>
  /** The password is correct, and a code of the second factor is missing or wrong. */
  | { readonly kind: 'code-missing' }
  | { readonly kind: 'code-incorrect' };

export interface SignInPorts {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly rateLimit: SignInRateLimit;
  readonly twoFactor: TwoFactor;
  /** Compared when there is no such account, so that both cases take the same time. */
  readonly decoyHash: string;
  isPassword(passwordHash: string, password: string): Promise<boolean>;
  record(event: SecurityEvent): void;
  now(): number;
}

interface Attempt extends AttemptSource {
  readonly password: string;
  readonly isRemembered: boolean;
  readonly userAgent: string;
  /** Of the second factor. */
  readonly code?: string | undefined;
}

/** Signs users in and confirms their passwords. */
export class SignIn {
  constructor(private readonly ports: SignInPorts) {}

  /** Starts a session if the password is correct. */
  async try({
    password,
    isRemembered,
    userAgent,
    code,
    ...source
  }: Attempt): Promise<SignInOutcome> {
    const { db, rateLimit, sessions } = this.ports;
    let userId: number | undefined;
    let isCodeIncorrect = false;
    const attempt = await rateLimit.check(source, async () => {
      const user = await db
        .selectFrom('users')
        .select(['id', 'role', 'email', 'passwordHash', 'totpSecret', 'totpEnabledAt'])
        .where(sql`lower(email)`, '=', source.email.toLowerCase())
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      userId = user?.id;
      const isCorrect = await this.isCorrect(user?.passwordHash, password);
      if (!user || !isCorrect || user.passwordHash === NO_PASSWORD) return null;
      if (user.totpEnabledAt) {
        if (code === undefined) return { token: null };
        isCodeIncorrect = !(await this.useCode(user, code, source.address));
        if (isCodeIncorrect) return null;
      }
      const token = await sessions.beginWithPassword(user, isRemembered, {
        address: source.address,
        userAgent,
      });
      return token === null ? null : { token };
    });
    if (attempt.kind !== 'correct') {
      this.record(attempt, source.address, userId, isCodeIncorrect ? 'second-factor' : undefined);
      return isCodeIncorrect && attempt.kind === 'incorrect' ? { kind: 'code-incorrect' } : attempt;
    }
    const { token } = attempt.value;
    if (token === null) return { kind: 'code-missing' };
    this.record(attempt, source.address, userId);
    if (userId !== undefined) await rememberBrowser(db, userId, source.browser, this.ports.now());
    return { kind: 'correct', value: token };
  }

  /** Marks the session as verified for a few minutes if the password is correct. */
  async verify(
    { id, sid }: { readonly id: number; readonly sid: string },
    password: string,
    address: string,
  ): Promise<AttemptOutcome<true>> {
    const { db, rateLimit, sessions } = this.ports;
    const user = await db
      .selectFrom('users')
      .select(['email', 'passwordHash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const outcome = await rateLimit.check({ email: user.email, address }, async () => {
      if (!(await this.isCorrect(user.passwordHash, password))) return null;
      await sessions.markVerified(sid);
      return true as const;
    });
    if (outcome.kind !== 'correct') this.record(outcome, address, id);
    return outcome;
  }

  private async useCode(
    user: Pick<UserRow, 'id' | 'totpSecret'>,
    code: string,
    address: string,
  ): Promise<boolean> {
    const kind = await this.ports.twoFactor.useCode(user, code);
    if (kind === 'recovery') {
      this.ports.record({ kind: 'recovery-code-used', userId: user.id, address });
    }
    return kind !== null;
  }

  private record(
    { kind }: AttemptOutcome<unknown>,
    address: string,
    userId?: number,
    reason?: 'second-factor',
  ): void {
    const source = { address, ...(userId !== undefined && { userId }) };
    switch (kind) {
      case 'correct':
        return this.ports.record({ kind: 'sign-in', ...source });
      case 'incorrect':
        return this.ports.record({ kind: 'sign-in-failed', ...source, ...(reason && { reason }) });
      case 'wait':
        return this.ports.record({ kind: 'limit-reached', reason: 'sign-in', ...source });
    }
  }

  private isCorrect(passwordHash: string | undefined, password: string): Promise<boolean> {
    return this.ports.isPassword(passwordHash || this.ports.decoyHash, password);
  }
}
