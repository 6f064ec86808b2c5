import { createHmac } from 'node:crypto';
import { SIGN_IN_WINDOW_MS, signInDelay } from '@granary/domain/accounts/sign-in-limits';
import { millis } from '@granary/domain/units';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** What a try to sign in leads to. */
export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly token: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number };

export interface SignInPorts {
  readonly db: Kysely<Tables>;
  readonly sessions: Sessions;
  /** Keys the hash under which failures are counted. */
  readonly accountKey: Buffer;
  now(): number;
  pause(ms: number): Promise<void>;
}

/** Signs people in, slowing down whoever guesses. */
export class SignIn {
  /** Hashed against where there is no such account, so that both answers take as long. */
  private readonly decoy: Promise<string>;

  constructor(private readonly ports: SignInPorts) {
    this.decoy = hashPassword('no account has this password');
  }

  async try(input: {
    readonly email: string;
    readonly password: string;
    readonly isRemembered: boolean;
    readonly address: string;
  }): Promise<SignInOutcome> {
    const { db, sessions, now, pause } = this.ports;
    const accountHash = this.accountHash(input.email);
    const delay = await this.delay(accountHash, input.address);
    if (delay.kind === 'wait') {
      return { kind: 'wait', seconds: Math.max(1, Math.ceil((delay.untilMs - now()) / 1000)) };
    }
    if (delay.kind === 'slow') await pause(delay.delayMs);
    const user = await db
      .selectFrom('users')
      .select(['id', 'role', 'email', 'passwordHash'])
      .where(sql`lower(email)`, '=', input.email.toLowerCase())
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    const isRight = await isPassword(user?.passwordHash ?? (await this.decoy), input.password);
    if (!user || !isRight) {
      await db
        .insertInto('signInFailures')
        .values({ accountHash, address: input.address, at: new Date(now()) })
        .execute();
      return { kind: 'refused' };
    }
    return { kind: 'signed-in', token: await sessions.begin(user, input.isRemembered) };
  }

  private async delay(accountHash: Buffer, address: string) {
    const now = this.ports.now();
    const since = new Date(now - SIGN_IN_WINDOW_MS);
    const { rows } = await sql<{ both: string; from: string; account: string; last: Date | null }>`
      select
        count(*) filter (where account_hash = ${accountHash} and address = ${address}) as both,
        count(*) filter (where address = ${address}) as from,
        count(*) filter (where account_hash = ${accountHash}) as account,
        max(at) filter (where address = ${address}) as last
      from sign_in_failures
      where at > ${since} and (account_hash = ${accountHash} or address = ${address})
    `.execute(this.ports.db);
    const counted = rows[0];
    return signInDelay({
      failuresForAccountFromAddress: Number(counted?.both ?? 0),
      failuresFromAddress: Number(counted?.from ?? 0),
      failuresForAccount: Number(counted?.account ?? 0),
      lastFailureAt: counted?.last ? millis(counted.last.getTime()) : null,
      now: millis(now),
    });
  }

  private accountHash(email: string): Buffer {
    return createHmac('sha256', this.ports.accountKey).update(email.toLowerCase()).digest();
  }
}
