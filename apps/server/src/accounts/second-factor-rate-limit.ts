import {
  SECOND_FACTOR_TRIES,
  SECOND_FACTOR_WINDOW_MS,
} from '@granary/domain/accounts/sign-in-limits';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';
import { type AttemptOutcome, hashAccount } from './sign-in-rate-limit.ts';

export interface SecondFactorRateLimitPorts {
  readonly db: Db;
  /** The key for the hash under which tries are counted. */
  readonly accountKey: Buffer;
  now(): number;
}

/**
 * The account that a code is for, and the hash of the browser's ID, which is null if the browser sends none.
 */
export interface CodeSource {
  readonly userId: number;
  readonly browser: Buffer | null;
}

/**
 * Limits guesses of the six-digit code from an app. A browser that has signed in to the account before has
 * its own tries, which nobody else can use up; all other browsers share a second set of the same size.
 */
export class SecondFactorRateLimit {
  constructor(private readonly ports: SecondFactorRateLimitPorts) {}

  /** Checks a code unless no tries are left. A correct code does not use up a try. */
  async check<T>(source: CodeSource, verify: () => Promise<T | null>): Promise<AttemptOutcome<T>> {
    const claim = await this.claimAttempt(source);
    if ('seconds' in claim) return { kind: 'wait', seconds: claim.seconds };
    const value = await verify();
    if (value === null) return { kind: 'incorrect' };
    await sql`
      delete from sign_in_failures where ctid = (
        select ctid from sign_in_failures
        where account_hash = ${claim.accountHash} and address = ${claim.address}
          and at = ${claim.at} limit 1)`.execute(this.ports.db);
    return { kind: 'correct', value };
  }

  /** Counts the try before the code is checked, so that simultaneous guesses are counted too. */
  private async claimAttempt({ userId, browser }: CodeSource) {
    const now = this.ports.now();
    const at = new Date(now);
    const accountHash = hashAccount(this.ports.accountKey, `second factor of ${userId}`);
    return this.ports.db.transaction().execute(async (trx) => {
      const { isKnown } = await trx
        .selectFrom('users')
        .select(
          sql<boolean>`exists (
            select from known_browsers where user_id = users.id and browser_hash = ${browser}
          )`.as('isKnown'),
        )
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const address = isKnown ? `code from browser ${browser?.toString('hex')}` : 'code';
      const blockingTry = await trx
        .selectFrom('signInFailures')
        .select('at')
        .where('accountHash', '=', accountHash)
        .where('address', '=', address)
        .where(sql<SqlBool>`at > ${new Date(now - SECOND_FACTOR_WINDOW_MS)}`)
        .orderBy('at', 'desc')
        .offset(SECOND_FACTOR_TRIES - 1)
        .limit(1)
        .executeTakeFirst();
      if (blockingTry) {
        const endsAt = blockingTry.at.getTime() + SECOND_FACTOR_WINDOW_MS;
        return { seconds: Math.ceil((endsAt - now) / 1000) };
      }
      await trx.insertInto('signInFailures').values({ accountHash, address, at }).execute();
      return { accountHash, address, at };
    });
  }
}
