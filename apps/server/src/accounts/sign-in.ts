import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';
import { NO_PASSWORD } from './invitations.ts';
import type { Sessions } from './sessions.ts';
import type { AttemptOutcome, AttemptSource, SignInRateLimit } from './sign-in-rate-limit.ts';

/** The outcome of an attempt to sign in; the value is the session's token. */
export type SignInOutcome = AttemptOutcome<string>;

export interface SignInPorts {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly rateLimit: SignInRateLimit;
  /** Compared when there is no such account, so that both cases take the same time. */
  readonly decoyHash: string;
  isPassword(passwordHash: string, password: string): Promise<boolean>;
  record(event: SecurityEvent): void;
}

interface Attempt extends AttemptSource {
  readonly password: string;
  readonly isRemembered: boolean;
  readonly userAgent: string;
}

/** Signs users in and confirms their passwords. */
export class SignIn {
  constructor(private readonly ports: SignInPorts) {}

  /** Starts a session if the password is correct. */
  async try({ password, isRemembered, userAgent, ...source }: Attempt): Promise<SignInOutcome> {
    const { db, rateLimit, sessions } = this.ports;
    let userId: number | undefined;
    const outcome = await rateLimit.check(source, async () => {
      const user = await db
        .selectFrom('users')
        .select(['id', 'role', 'email', 'passwordHash'])
        .where(sql`lower(email)`, '=', source.email.toLowerCase())
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      userId = user?.id;
      const isCorrect = await this.isCorrect(user?.passwordHash, password);
      if (!user || !isCorrect || user.passwordHash === NO_PASSWORD) return null;
      return sessions.beginWithPassword(user, isRemembered, {
        address: source.address,
        userAgent,
      });
    });
    this.record(outcome, source.address, userId);
    return outcome;
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

  private record({ kind }: AttemptOutcome<unknown>, address: string, userId?: number): void {
    const source = { address, ...(userId !== undefined && { userId }) };
    switch (kind) {
      case 'correct':
        return this.ports.record({ kind: 'sign-in', ...source });
      case 'incorrect':
        return this.ports.record({ kind: 'sign-in-failed', ...source });
      case 'wait':
        return this.ports.record({ kind: 'limit-reached', reason: 'sign-in', ...source });
    }
  }

  private isCorrect(passwordHash: string | undefined, password: string): Promise<boolean> {
    return this.ports.isPassword(passwordHash || this.ports.decoyHash, password);
  }
}
