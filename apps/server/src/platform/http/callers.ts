import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateName } from '../../config/limits.ts';
import type { CallerLimits } from '../limits/caller-limits.ts';
import { tooManyRequestsError } from './error-response.ts';

/** When to try again after too many exports, s. */
const EXPORT_RETRY_S = 10;

/** Counts requests by account or address. */
export class Callers {
  constructor(
    private readonly limits: CallerLimits,
    /** The network that an address is counted under. */
    private readonly toNetwork: (address: string) => string,
  ) {}

  /** Counts a request of an account; throws when the account made too many. */
  countAccount(limit: RateName, accountId: number): Promise<void> {
    return this.count(limit, `account ${accountId}`);
  }

  /** Counts a request of an address; throws when the address made too many. */
  countAddress(limit: RateName, request: Pick<FastifyRequest, 'ip'>): Promise<void> {
    // Undefined for a closed socket, unlike its declared type: all such requests share one key.
    const ip: string | undefined = request.ip;
    return this.count(limit, ip === undefined ? 'closed' : this.toNetwork(ip));
  }

  /**
   * Counts an export as open until the response has ended; throws when the account, or all accounts,
   * have too many.
   */
  beginExport(accountId: number, { raw }: FastifyReply): void {
    const own = this.limits.take('exportsPerAccount', `account ${accountId}`);
    const all = own && this.limits.take('exports', 'all accounts');
    if (!own || !all) {
      own?.();
      throw tooManyRequestsError(EXPORT_RETRY_S);
    }
    finished(raw, () => {
      own();
      all();
    });
  }

  private async count(limit: RateName, caller: string): Promise<void> {
    const seconds = await this.limits.count(limit, caller);
    if (seconds !== null) throw tooManyRequestsError(seconds);
  }
}
