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
  /** The hash of the browser's ID; null if the browser sends none. */
  readonly browser?: Buffer | null;
}

export interface RateLimitPorts {
  readonly db: Db;
  /** The key for the hash under which failures are counted. */
  readonly accountKey: Buffer;
  now(): number;
  pause(ms: number): Promise<unknown>;
}

/** The maximum number of waiting attempts for one account from one address, including the current one. */
const MAX_WAITING_PER_ACCOUNT = 5;
/** The maximum number of delayed attempts from one address, or for one account that is under attack. */
const MAX_WAITING_PER_ADDRESS = 10;
/** How long to wait before trying again if too many attempts are waiting, s. */
const RETRY_AFTER_S = 2;

/** Checks passwords and codes, and delays repeated failures. */
export class SignInRateLimit {
  private readonly accountQueues = new SerialQueues(MAX_WAITING_PER_ACCOUNT);
  private readonly addressQueues = new SerialQueues(Infinity);
  private readonly delayedQueues = new SerialQueues(MAX_WAITING_PER_ADDRESS);

  constructor(private readonly ports: RateLimitPorts) {}

  /**
   * Runs the check, which returns null for a wrong password or code. Above the limits the check is delayed;
   * it is refused only if too many attempts are waiting.
   */
  async check<T>(
    source: AttemptSource,
    verify: () => Promise<T | null>,
  ): Promise<AttemptOutcome<T>> {
    const hash = hashAccount(this.ports.accountKey, source.email);
    const knownBrowser = await this.findKnownBrowser(source);
    // A known browser is limited by its own failures, regardless of what others do at its address.
    const address = knownBrowser
      ? `browser ${knownBrowser.toString('hex')}`
      : toNetwork(source.address);
    const outcome = await this.accountQueues.run(`${address} ${hash.toString('hex')}`, () =>
      this.checkSequentially(hash, address, knownBrowser !== null, () =>
        this.checkNow(hash, address, verify),
      ),
    );
    return outcome ?? { kind: 'wait', seconds: RETRY_AFTER_S };
  }

  private async checkSequentially<T>(
    hash: Buffer,
    address: string,
    isKnown: boolean,
    check: () => Promise<AttemptOutcome<T>>,
  ): Promise<AttemptOutcome<T> | null> {
    const { pause } = this.ports;
    const { accountDelayMs, isAccountUnderAttack } = await this.findDelay(hash, address, isKnown);
    if (isAccountUnderAttack) {
      // One at a time for all addresses: guesses from a thousand addresses are no faster than guesses from
      // one.
      return this.delayedQueues.run(hash.toString('hex'), async () => {
        await pause(accountDelayMs);
        return check();
      });
    }
    if (accountDelayMs > 0) await pause(accountDelayMs);
    // One at a time: otherwise simultaneous attempts would pass before the first is counted.
    const outcome = await this.addressQueues.run(address, async () => {
      const { addressDelayMs } = await this.findDelay(hash, address, isKnown);
      return addressDelayMs > 0 ? { kind: 'slow' as const, addressDelayMs } : check();
    });
    if (outcome?.kind !== 'slow') return outcome;
    return this.delayedQueues.run(address, async () => {
      await pause(outcome.addressDelayMs);
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

  /**
   * The browser's hash if the browser has signed in to the account before or requested its current reset
   * code; otherwise null.
   */
  private async findKnownBrowser({ email, browser }: AttemptSource): Promise<Buffer | null> {
    if (!browser) return null;
    const now = new Date(this.ports.now());
    const { rows } = await sql`
      select from users where lower(email) = ${email.toLowerCase()} and deleted_at is null and (
        exists (
          select from known_browsers where user_id = users.id and browser_hash = ${browser}
        ) or exists (
          select from reset_codes
          where user_id = users.id and browser_hash = ${browser} and expires_at > ${now}
        )
      )`.execute(this.ports.db);
    return rows.length > 0 ? browser : null;
  }

  private async findDelay(hash: Buffer, address: string, isKnown: boolean) {
    const since = new Date(this.ports.now() - SIGN_IN_WINDOW_MS);
    const { rows } = await sql<{ both: string; from: string; account: string }>`
      select
        count(*) filter (where account_hash = ${hash} and address = ${address}) as both,
        count(*) filter (where address = ${address}) as from,
        count(*) filter (where account_hash = ${hash}) as account
      from sign_in_failures
      where at > ${since} and (account_hash = ${hash} or address = ${address})
    `.execute(this.ports.db);
    const failureCounts = rows[0];
    return calculateSignInDelay({
      failuresForAccountFromAddress: Number(failureCounts?.both ?? 0),
      failuresFromAddress: Number(failureCounts?.from ?? 0),
      failuresForAccount: isKnown ? 0 : Number(failureCounts?.account ?? 0),
    });
  }
}

/** Runs the actions with the same name one at a time, and limits how many wait. */
class SerialQueues {
  private readonly lastRuns = new Map<string, Promise<unknown>>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Runs the action after the earlier ones with its name; null if too many are waiting. */
  async run<T>(name: string, action: () => Promise<T>): Promise<T | null> {
    const count = this.counts.get(name) ?? 0;
    if (count >= this.limit) return null;
    this.counts.set(name, count + 1);
    const previousRun = this.lastRuns.get(name);
    const currentRun = (async () => {
      // The caller of the previous action handles its error.
      await previousRun?.catch(() => {});
      return action();
    })();
    this.lastRuns.set(name, currentRun);
    try {
      return await currentRun;
    } finally {
      const remainingCount = (this.counts.get(name) ?? 1) - 1;
      if (remainingCount > 0) this.counts.set(name, remainingCount);
      else this.counts.delete(name);
      if (this.lastRuns.get(name) === currentRun) this.lastRuns.delete(name);
    }
  }
}

/** Hashes the ID that a browser sends; null if it sends no valid ID. */
export function hashBrowser(key: Buffer, id: string | undefined): Buffer | null {
  if (id === undefined || !/^[\w-]{16,64}$/.test(id)) return null;
  return createHmac('sha256', key).update(`browser ${id}`).digest();
}

/** Remembers that a browser signed in to an account. */
export async function rememberBrowser(
  db: Db,
  userId: number,
  browser: Buffer | null | undefined,
  now: number,
): Promise<void> {
  if (!browser) return;
  const usedAt = new Date(now);
  await db
    .insertInto('knownBrowsers')
    .values({ userId, browserHash: browser, usedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'browserHash']).doUpdateSet({ usedAt }))
    .execute();
}

/** Hashes the email address, because a user may type a password into that field by mistake. */
export function hashAccount(key: Buffer, email: string): Buffer {
  return createHmac('sha256', key).update(email.toLowerCase()).digest();
}
