import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { sql } from 'kysely';
import type { Db, UserRow } from '../platform/postgres/tables.ts';
import { NO_PASSWORD } from './invitations.ts';
import type { SecondFactorRateLimit } from './second-factor-rate-limit.ts';
import type { Sessions } from './sessions.ts';
import {
  type AttemptOutcome,
  type AttemptSource,
  rememberBrowser,
  type SignInRateLimit,
} from './sign-in-rate-limit.ts';
import { isAppCode } from './totp.ts';
import type { TwoFactor } from './two-factor.ts';

/** The outcome of an attempt to sign in; the value is the session's token. */
export type SignInOutcome =
  | AttemptOutcome<string>
  /** The password is correct, but the second-factor code is missing or wrong. */
  | { readonly kind: 'code-missing' }
  | { readonly kind: 'code-incorrect' };

export interface SignInPorts {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly rateLimit: SignInRateLimit;
  readonly codeRateLimit: SecondFactorRateLimit;
  readonly twoFactor: TwoFactor;
  /**
   * The hash to verify against when the account or its password does not exist, so that all cases take the
   * same time.
   */
  readonly decoyHash: string;
  isPasswordCorrect(passwordHash: string, password: string): Promise<boolean>;
  record(event: SecurityEvent): void;
  now(): number;
}

interface Attempt extends AttemptSource {
  readonly password: string;
  readonly isRemembered: boolean;
  readonly userAgent: string;
  /** The second-factor code. */
  readonly code?: string | undefined;
}

/** Signs users in and confirms their passwords. */
export class SignIn {
  constructor(private readonly ports: SignInPorts) {}

  /** Starts a session if the password and, where required, the second-factor code are correct. */
  async attempt({
    password,
    isRemembered,
    userAgent,
    code,
    ...source
  }: Attempt): Promise<SignInOutcome> {
    const { db, rateLimit, sessions } = this.ports;
    let userId: number | undefined;
    let codeOutcome: AttemptOutcome<true> | undefined;
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
        codeOutcome = await this.checkCode(user, code, source);
        if (codeOutcome.kind === 'wait') return { token: null };
        if (codeOutcome.kind === 'incorrect') return null;
      }
      const token = await sessions.beginWithPassword(user, isRemembered, {
        address: source.address,
        userAgent,
      });
      return token === null ? null : { token };
    });
    const isCodeIncorrect = codeOutcome?.kind === 'incorrect';
    if (attempt.kind !== 'correct') {
      this.record(attempt, source.address, userId, isCodeIncorrect ? 'second-factor' : undefined);
      return isCodeIncorrect && attempt.kind === 'incorrect' ? { kind: 'code-incorrect' } : attempt;
    }
    const { token } = attempt.value;
    if (token === null) {
      if (codeOutcome?.kind !== 'wait') return { kind: 'code-missing' };
      this.record(codeOutcome, source.address, userId, 'second-factor');
      return codeOutcome;
    }
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

  /**
   * Checks a second-factor code. Tries are limited only for codes from an app, because recovery codes are too
   * long to guess.
   */
  private async checkCode(
    user: Pick<UserRow, 'id' | 'totpSecret'>,
    code: string,
    { address, browser = null }: AttemptSource,
  ): Promise<AttemptOutcome<true>> {
    const { codeRateLimit, twoFactor } = this.ports;
    if (isAppCode(code)) {
      return codeRateLimit.check({ userId: user.id, browser }, async () =>
        (await twoFactor.useCode(user, code)) === null ? null : true,
      );
    }
    if ((await twoFactor.useCode(user, code)) === null) return { kind: 'incorrect' };
    this.ports.record({ kind: 'recovery-code-used', userId: user.id, address });
    return { kind: 'correct', value: true };
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
        return this.ports.record({
          kind: 'limit-reached',
          reason: reason ?? 'sign-in',
          ...source,
        });
    }
  }

  private isCorrect(passwordHash: string | undefined, password: string): Promise<boolean> {
    return this.ports.isPasswordCorrect(passwordHash || this.ports.decoyHash, password);
  }
}
