import { createHmac } from 'node:crypto';
import {
  calculateSignInDelay,
  SIGN_IN_WINDOW_MS,
  toNetwork,
} from '@granary/domain/accounts/sign-in-limits';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** The outcome of an attempt to use a password or a code. */
export type AttemptOutcome<T> =
  | { readonly kind: 'correct'; readonly value: T }
  | { readonly kind: 'incorrect' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** The account that an attempt is for, and the address it comes from. */
export interface AttemptSource {
  readonly email: string;
  readonly address: string;
}

export interface RateLimitPorts {
  readonly db: Db;
  /** The key of the hash under which failures are counted. */
  readonly accountKey: Buffer;
  now(): number;
  pause(ms: number): Promise<unknown>;
}

/** The maximum number of waiting attempts for one account from one address, with the current one. */
const MAX_WAITING_PER_ACCOUNT = 5;
/** The maximum number of delayed attempts that wait from one address. */
const MAX_WAITING_PER_ADDRESS = 10;
/** When to try again if too many attempts are waiting, s. */
const RETRY_AFTER_S = 2;

/** Checks passwords and codes, and delays repeated failures. */
export class SignInRateLimit {
  private readonly accountQueues = new SerialQueues(MAX_WAITING_PER_ACCOUNT);
  private readonly addressQueues = new SerialQueues(Infinity);
  private readonly delayedQueues = new SerialQueues(MAX_WAITING_PER_ADDRESS);

  constructor(private readonly ports: RateLimitPorts) {}

  /**
   * Runs the check, which returns null for a wrong password or code. Above the limits it is delayed,
   * and refused only if too many attempts are waiting.
   */
  async check<T>(
    source: AttemptSource,
    verify: () => Promise<T | null>,
  ): Promise<AttemptOutcome<T>> {
    const address = toNetwork(source.address);
    const hash = hashAccount(this.ports.accountKey, source.email);
    const outcome = await this.accountQueues.take(`${address} ${hash.toString('hex')}`, () =>
      this.checkSequentially(hash, address, () => this.checkNow(hash, address, verify)),
    );
    return outcome ?? { kind: 'wait', seconds: RETRY_AFTER_S };
  }

  private async checkSequentially<T>(
    hash: Buffer,
    address: string,
    check: () => Promise<AttemptOutcome<T>>,
  ): Promise<AttemptOutcome<T> | null> {
    const { pause } = this.ports;
    const { accountDelayMs } = await this.delay(hash, address);
    if (accountDelayMs > 0) await pause(accountDelayMs);
    // One at a time: attempts at the same time would pass before the first is counted.
    const quick = await this.addressQueues.take(address, async () => {
      const { addressDelayMs } = await this.delay(hash, address);
      return addressDelayMs > 0 ? { kind: 'slow' as const, addressDelayMs } : check();
    });
    if (quick?.kind !== 'slow') return quick;
    return this.delayedQueues.take(address, async () => {
      await pause(quick.addressDelayMs);
      return check();
    });
  }

  private async checkNow<T>(
    hash: Buffer,
    address: string,
    verify: () => Promise<T | null>,
  ): Promise<AttemptOutcome<T>> {
    const value = await verify();
    if (value !== null) return { kind: 'correct', value };
    const at = new Date(this.ports.now());
    await this.ports.db
      .insertInto('signInFailures')
      .values({ accountHash: hash, address, at })
      .execute();
    return { kind: 'incorrect' };
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

/** Runs the actions of each name one at a time, with a limit on those that wait. */
class SerialQueues {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Runs the action after those before it; null if too many are waiting. */
  async take<T>(name: string, action: () => Promise<T>): Promise<T | null> {
    const count = this.counts.get(name) ?? 0;
    if (count >= this.limit) return null;
    this.counts.set(name, count + 1);
    const before = this.last.get(name);
    const running = (async () => {
      // The caller of the previous action handles its error.
      await before?.catch(() => {});
      return action();
    })();
    this.last.set(name, running);
    try {
      return await running;
    } finally {
      const left = (this.counts.get(name) ?? 1) - 1;
      if (left > 0) this.counts.set(name, left);
      else this.counts.delete(name);
      if (this.last.get(name) === running) this.last.delete(name);
    }
  }
}

/** Hashes the email address, because a user may type a password into that field by mistake. */
export function hashAccount(key: Buffer, email: string): Buffer {
  return createHmac('sha256', key).update(email.toLowerCase()).digest();
}
