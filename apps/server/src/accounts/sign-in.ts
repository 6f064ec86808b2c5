import { createHmac } from 'node:crypto';
import { SIGN_IN_WINDOW_MS, signInDelay } from '@granary/domain/accounts/sign-in-limits';
import { millis } from '@granary/domain/units';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
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
  /** Hashed against where there is no such account, so that both answers take as long. */
  readonly decoyHash: string;
  isPassword(passwordHash: string, password: string): Promise<boolean>;
  now(): number;
  pause(ms: number): Promise<unknown>;
}

interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly isRemembered: boolean;
  readonly address: string;
}

/** Signs people in, slowing down whoever guesses. */
export class SignIn {
  /** The last try of each address that is under way. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly ports: SignInPorts) {}

  /** Tries of one address take turns: all at once, they would pass before the first is counted. */
  async try(attempt: Attempt): Promise<SignInOutcome> {
    const { address } = attempt;
    const before = this.last.get(address);
    const turn = (async () => {
      await before?.catch(() => {});
      return this.tryNow(attempt);
    })();
    this.last.set(address, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(address) === turn) this.last.delete(address);
    }
  }

  private async tryNow({
    email,
    password,
    isRemembered,
    address,
  }: Attempt): Promise<SignInOutcome> {
    const { db, sessions, decoyHash, isPassword, now, pause } = this.ports;
    const accountHash = this.accountHash(email);
    const delay = await this.delay(accountHash, address);
    if (delay.kind === 'wait') {
      return { kind: 'wait', seconds: Math.max(1, Math.ceil((delay.untilMs - now()) / 1000)) };
    }
    if (delay.kind === 'slow') await pause(delay.delayMs);
    const user = await db
      .selectFrom('users')
      .select(['id', 'role', 'email', 'passwordHash'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    const isRight = await isPassword(user?.passwordHash ?? decoyHash, password);
    if (!user || !isRight) {
      await db
        .insertInto('signInFailures')
        .values({ accountHash, address, at: new Date(now()) })
        .execute();
      return { kind: 'refused' };
    }
    return { kind: 'signed-in', token: await sessions.begin(user, isRemembered) };
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
