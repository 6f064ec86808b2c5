import { createHmac } from 'node:crypto';
import { networkOf, SIGN_IN_WINDOW_MS, signInDelay } from '@granary/domain/accounts/sign-in-limits';
import { millis } from '@granary/domain/units';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** What a guess at a secret of an account leads to. */
export type GuessOutcome<T> =
  | { readonly kind: 'right'; readonly value: T }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** Whose secret is guessed at, and from where. */
export interface Guesser {
  readonly email: string;
  readonly address: string;
}

export interface GuessPorts {
  readonly db: Kysely<Tables>;
  /** Keys the hash under which failures are counted. */
  readonly accountKey: Buffer;
  now(): number;
  pause(ms: number): Promise<unknown>;
}

/** Lets people prove that they know a password or a code, slowing down whoever guesses. */
export class Guesses {
  /** The last guess of each address that is under way. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly ports: GuessPorts) {}

  /**
   * Checks a guess, which answers null where it is wrong. Guesses of one address take turns: all at
   * once, they would pass before the first is counted.
   */
  async check<T>(guesser: Guesser, guess: () => Promise<T | null>): Promise<GuessOutcome<T>> {
    const address = networkOf(guesser.address);
    const before = this.last.get(address);
    const turn = (async () => {
      await before?.catch(() => {});
      return this.checkNow({ ...guesser, address }, guess);
    })();
    this.last.set(address, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(address) === turn) this.last.delete(address);
    }
  }

  private async checkNow<T>(
    { email, address }: Guesser,
    guess: () => Promise<T | null>,
  ): Promise<GuessOutcome<T>> {
    const { db, accountKey, now, pause } = this.ports;
    const hash = accountHash(accountKey, email);
    const delay = await this.delay(hash, address);
    if (delay.kind === 'wait') {
      return { kind: 'wait', seconds: Math.max(1, Math.ceil((delay.untilMs - now()) / 1000)) };
    }
    if (delay.kind === 'slow') await pause(delay.delayMs);
    const value = await guess();
    if (value !== null) return { kind: 'right', value };
    await db
      .insertInto('signInFailures')
      .values({ accountHash: hash, address, at: new Date(now()) })
      .execute();
    return { kind: 'wrong' };
  }

  private async delay(hash: Buffer, address: string) {
    const now = this.ports.now();
    const since = new Date(now - SIGN_IN_WINDOW_MS);
    const { rows } = await sql<{ both: string; from: string; account: string; last: Date | null }>`
      select
        count(*) filter (where account_hash = ${hash} and address = ${address}) as both,
        count(*) filter (where address = ${address}) as from,
        count(*) filter (where account_hash = ${hash}) as account,
        max(at) filter (where address = ${address}) as last
      from sign_in_failures
      where at > ${since} and (account_hash = ${hash} or address = ${address})
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
}

/** What stands for an account in counts: what was typed as its address may be a password. */
export function accountHash(key: Buffer, email: string): Buffer {
  return createHmac('sha256', key).update(email.toLowerCase()).digest();
}
