import { createHmac } from 'node:crypto';
import {
  calculateSignInDelay,
  SIGN_IN_WINDOW_MS,
  toNetwork,
} from '@granary/domain/accounts/sign-in-limits';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** What a guess at a secret of an account leads to. */
export type AttemptOutcome<T> =
  | { readonly kind: 'right'; readonly value: T }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** Whose secret is guessed at, and from where. */
export interface AttemptSource {
  readonly email: string;
  readonly address: string;
}

export interface RateLimitPorts {
  readonly db: Kysely<Tables>;
  /** Keys the hash under which failures are counted. */
  readonly accountKey: Buffer;
  now(): number;
  pause(ms: number): Promise<unknown>;
}

/** So many guesses for an account from an address may wait, the one that is looked at included. */
const WAITING_FOR_ACCOUNT = 5;
/** So many that are slowed may wait from one address. */
const WAITING_FROM_ADDRESS = 10;
/** After these seconds there may be room again. */
const COME_AGAIN_S = 2;

/** Lets people prove that they know a password or a code, slowing down whoever guesses. */
export class SignInRateLimit {
  private readonly ofAccount = new Turns(WAITING_FOR_ACCOUNT);
  private readonly ofAddress = new Turns(Infinity);
  private readonly slowed = new Turns(WAITING_FROM_ADDRESS);

  constructor(private readonly ports: RateLimitPorts) {}

  /**
   * Checks a guess, which answers null where it is wrong. Beyond the limits it is delayed, and
   * refused only where too many wait already.
   */
  async check<T>(
    guesser: AttemptSource,
    guess: () => Promise<T | null>,
  ): Promise<AttemptOutcome<T>> {
    const address = toNetwork(guesser.address);
    const hash = accountHash(this.ports.accountKey, guesser.email);
    const outcome = await this.ofAccount.take(`${address} ${hash.toString('hex')}`, () =>
      this.checkInTurn(hash, address, () => this.checkNow(hash, address, guess)),
    );
    return outcome ?? { kind: 'wait', seconds: COME_AGAIN_S };
  }

  private async checkInTurn<T>(
    hash: Buffer,
    address: string,
    check: () => Promise<AttemptOutcome<T>>,
  ): Promise<AttemptOutcome<T> | null> {
    const { pause } = this.ports;
    const { aloneMs } = await this.delay(hash, address);
    if (aloneMs > 0) await pause(aloneMs);
    // In turns: all at once, guesses would pass before the first is counted.
    const quick = await this.ofAddress.take(address, async () => {
      const { inTurnMs } = await this.delay(hash, address);
      return inTurnMs > 0 ? { kind: 'slow' as const, inTurnMs } : check();
    });
    if (quick?.kind !== 'slow') return quick;
    return this.slowed.take(address, async () => {
      await pause(quick.inTurnMs);
      return check();
    });
  }

  private async checkNow<T>(
    hash: Buffer,
    address: string,
    guess: () => Promise<T | null>,
  ): Promise<AttemptOutcome<T>> {
    const value = await guess();
    if (value !== null) return { kind: 'right', value };
    const at = new Date(this.ports.now());
    await this.ports.db
      .insertInto('signInFailures')
      .values({ accountHash: hash, address, at })
      .execute();
    return { kind: 'wrong' };
  }

  private async delay(hash: Buffer, address: string) {
    const since = new Date(this.ports.now() - SIGN_IN_WINDOW_MS);
    const { rows } = await sql<{ both: string; from: string; account: string }>`
      select
        count(*) filter (where account_hash = ${hash} and address = ${address}) as both,
        count(*) filter (where address = ${address}) as from,
        count(*) filter (where account_hash = ${hash}) as account
      from sign_in_failures
      where at > ${since} and (account_hash = ${hash} or address = ${address})
    `.execute(this.ports.db);
    const counted = rows[0];
    return calculateSignInDelay({
      failuresForAccountFromAddress: Number(counted?.both ?? 0),
      failuresFromAddress: Number(counted?.from ?? 0),
      failuresForAccount: Number(counted?.account ?? 0),
    });
  }
}

/** Lets those of one name in one after the other, and no more wait than may. */
class Turns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Does it when its turn comes; null where too many are before it. */
  async take<T>(name: string, act: () => Promise<T>): Promise<T | null> {
    const count = this.counts.get(name) ?? 0;
    if (count >= this.most) return null;
    this.counts.set(name, count + 1);
    const before = this.last.get(name);
    const turn = (async () => {
      // What became of it, those who waited for it know.
      await before?.catch(() => {});
      return act();
    })();
    this.last.set(name, turn);
    try {
      return await turn;
    } finally {
      const left = (this.counts.get(name) ?? 1) - 1;
      if (left > 0) this.counts.set(name, left);
      else this.counts.delete(name);
      if (this.last.get(name) === turn) this.last.delete(name);
    }
  }
}

/** What stands for an account in counts: what was typed as its address may be a password. */
export function accountHash(key: Buffer, email: string): Buffer {
  return createHmac('sha256', key).update(email.toLowerCase()).digest();
}
