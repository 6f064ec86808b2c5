import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConcurrencyLimitName, RateLimitName } from '../../config/limits.ts';
import type { CallerLimits } from '../limits/caller-limits.ts';
import { FairQueue, runWhenIdle } from '../limits/fair-queue.ts';
import { tooManyRequestsError } from './error-response.ts';

/** The Retry-After header when too many requests are open, s. */
const RETRY_AFTER_S = 10;

/** Limits requests per account and per address. */
export class RequestLimiter {
  private readonly queue = new FairQueue(runWhenIdle);
  private readonly exportQueue = new FairQueue(runWhenIdle);

  constructor(
    private readonly limits: CallerLimits,
    /** The network that an address is counted under. */
    private readonly toNetwork: (address: string) => string,
  ) {}

  /** Resolves when it is the address's turn; throws when too many of its requests are waiting. */
  async waitInFairQueue(request: Pick<FastifyRequest, 'ip'>): Promise<void> {
    const network = this.findNetwork(request);
    const release = this.acquire('waitingRequests', network);
    await this.queue.enter(network);
    release();
  }

  /** Resolves when it is an export's turn; only one runs at a time. */
  waitForExportTurn(): Promise<void> {
    return this.exportQueue.enter('an export');
  }

  /** Counts a request from an account; throws when the account has made too many. */
  countForAccount(limit: RateLimitName, accountId: number): Promise<void> {
    return this.count(limit, `account ${accountId}`);
  }

  /** Counts a request from an address; throws when the address has made too many. */
  countForAddress(limit: RateLimitName, request: Pick<FastifyRequest, 'ip'>): Promise<void> {
    return this.count(limit, this.findNetwork(request));
  }

  /**
   * Counts something as open for an account until the returned function is called; throws if the limit is
   * reached.
   */
  acquireForAccount(limit: ConcurrencyLimitName, accountId: number): () => void {
    return this.acquire(limit, `account ${accountId}`);
  }

  /**
   * Counts something as open for an address until the returned function is called; throws if the limit is
   * reached.
   */
  acquireForAddress(limit: ConcurrencyLimitName, request: Pick<FastifyRequest, 'ip'>): () => void {
    return this.acquire(limit, this.findNetwork(request));
  }

  /**
   * Counts an export as open until the response has ended; throws when the account, or all accounts together,
   * already have too many open.
   */
  beginExport(accountId: number, { raw }: FastifyReply): void {
    const release = this.acquireForAccount('exportsPerAccount', accountId);
    finished(raw, release);
    finished(raw, this.acquire('exports', 'all accounts'));
  }

  private acquire(limit: ConcurrencyLimitName, caller: string): () => void {
    const release = this.limits.take(limit, caller);
    if (release === null) throw tooManyRequestsError(RETRY_AFTER_S);
    return release;
  }

  private findNetwork(request: Pick<FastifyRequest, 'ip'>): string {
    // Undefined for a closed socket, despite its declared type; all such requests share one key.
    const ip: string | undefined = request.ip;
    return ip === undefined ? 'closed' : this.toNetwork(ip);
  }

  private async count(limit: RateLimitName, caller: string): Promise<void> {
    const seconds = await this.limits.count(limit, caller);
    if (seconds !== null) throw tooManyRequestsError(seconds);
  }
}
