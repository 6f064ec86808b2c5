import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenName, RateName } from '../../config/limits.ts';
import type { CallerLimits } from '../limits/caller-limits.ts';
import { FairQueue, inQuietRound } from '../limits/fair-queue.ts';
import { tooManyRequestsError } from './error-response.ts';

/** When to try again after too many are open, s. */
const RETRY_S = 10;

/** Counts requests by account or address. */
export class Callers {
  private readonly queue = new FairQueue(inQuietRound);
  private readonly exportTurns = new FairQueue(inQuietRound);

  constructor(
    private readonly limits: CallerLimits,
    /** The network that an address is counted under. */
    private readonly toNetwork: (address: string) => string,
  ) {}

  /** Resolves when it is the turn of a request's address; throws when too many of its requests wait. */
  async waitInFairQueue(request: Pick<FastifyRequest, 'ip'>): Promise<void> {
    const network = this.networkOf(request);
    const release = this.take('waitingRequests', network);
    await this.queue.enter(network);
    release();
  }

  /** Resolves when it is the turn of an export; only one works at a time. */
  waitForExportTurn(): Promise<void> {
    return this.exportTurns.enter('an export');
  }

  /** Counts a request of an account; throws when the account made too many. */
  countAccount(limit: RateName, accountId: number): Promise<void> {
    return this.count(limit, `account ${accountId}`);
  }

  /** Counts a request of an address; throws when the address made too many. */
  countAddress(limit: RateName, request: Pick<FastifyRequest, 'ip'>): Promise<void> {
    return this.count(limit, this.networkOf(request));
  }

  /**
   * Counts something as open for an account until the returned function is called; throws over the limit.
   */
  takeOfAccount(limit: OpenName, accountId: number): () => void {
    return this.take(limit, `account ${accountId}`);
  }

  /**
   * Counts something as open for an address until the returned function is called; throws over the limit.
   */
  takeOfAddress(limit: OpenName, request: Pick<FastifyRequest, 'ip'>): () => void {
    return this.take(limit, this.networkOf(request));
  }

  /**
   * Counts an export as open until the response has ended; throws when the account, or all accounts,
   * have too many.
   */
  beginExport(accountId: number, { raw }: FastifyReply): void {
    const release = this.takeOfAccount('exportsPerAccount', accountId);
    finished(raw, release);
    finished(raw, this.take('exports', 'all accounts'));
  }

  private take(limit: OpenName, caller: string): () => void {
    const release = this.limits.take(limit, caller);
    if (release === null) throw tooManyRequestsError(RETRY_S);
    return release;
  }

  private networkOf(request: Pick<FastifyRequest, 'ip'>): string {
    // Undefined for a closed socket, unlike its declared type: all such requests share one key.
    const ip: string | undefined = request.ip;
    return ip === undefined ? 'closed' : this.toNetwork(ip);
  }

  private async count(limit: RateName, caller: string): Promise<void> {
    const seconds = await this.limits.count(limit, caller);
    if (seconds !== null) throw tooManyRequestsError(seconds);
  }
}
