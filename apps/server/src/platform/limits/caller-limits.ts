import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import {
  type ConcurrencyLimitName,
  type LimitName,
  limits,
  type RateLimitName,
} from '../../config/limits.ts';

const WINDOW_S = 60;

/** Is notified of callers that reach a limit. */
export interface LimitObserver {
  /** Called each time a caller reaches a limit. */
  limitReached(limit: LimitName): void;
  /** Called at most once a minute for each limit and caller. */
  reported(limit: LimitName, caller: string): void;
}

/**
 * Counts callers' requests and open resources, and reports callers that exceed a limit in `config/limits`.
 */
export class CallerLimits {
  private readonly rateLimiters = new Map<RateLimitName, RateLimiterMemory>();
  private readonly openCounts = new Map<string, number>();
  private readonly reportLimiter = new RateLimiterMemory({ points: 1, duration: WINDOW_S });

  constructor(private readonly observer: LimitObserver) {}

  /** Counts one use; resolves with the seconds to wait if the limit is exceeded, otherwise null. */
  async count(limit: RateLimitName, caller: string): Promise<number | null> {
    try {
      await this.getRateLimiter(limit).consume(caller);
      return null;
    } catch (error) {
      const { msBeforeNext } = error as RateLimiterRes;
      this.report(limit, caller);
      return Math.max(1, Math.ceil(msBeforeNext / 1000));
    }
  }

  /** Counts something as open until the returned function is called; null if too much is open. */
  take(limit: ConcurrencyLimitName, caller: string): (() => void) | null {
    if (this.isFull(limit, caller)) return null;
    const key = `${limit} ${caller}`;
    this.openCounts.set(key, (this.openCounts.get(key) ?? 0) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const remaining = (this.openCounts.get(key) ?? 1) - 1;
      if (remaining > 0) this.openCounts.set(key, remaining);
      else this.openCounts.delete(key);
    };
  }

  /** Whether a caller has reached a concurrency limit; if so, reports the caller. */
  isFull(limit: ConcurrencyLimitName, caller: string): boolean {
    if ((this.openCounts.get(`${limit} ${caller}`) ?? 0) < limits[limit].max) return false;
    this.report(limit, caller);
    return true;
  }

  /** Reports a caller that exceeds a limit that is counted elsewhere. */
  report(limit: LimitName, caller: string): void {
    this.observer.limitReached(limit);
    this.runOncePerMinute(`${limit} ${caller}`, () => this.observer.reported(limit, caller));
  }

  /** Calls the action unless an action with the same key was called in the last minute. */
  runOncePerMinute(key: string, action: () => void): void {
    this.reportLimiter.consume(key).then(action, () => {});
  }

  private getRateLimiter(limit: RateLimitName): RateLimiterMemory {
    const existing = this.rateLimiters.get(limit);
    if (existing) return existing;
    const rateLimiter = new RateLimiterMemory({ points: limits[limit].max, duration: WINDOW_S });
    this.rateLimiters.set(limit, rateLimiter);
    return rateLimiter;
  }
}
