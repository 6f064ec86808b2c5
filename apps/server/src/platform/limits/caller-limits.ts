import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitName, limits, type RateName } from '../../config/limits.ts';

const WINDOW_S = 60;

/** Is notified of callers that reach a limit. */
export interface LimitObserver {
  /** Each time. */
  reached(limit: LimitName): void;
  /** Once a minute for each limit and caller. */
  reported(limit: LimitName, caller: string): void;
}

/** Counts what callers do, and reports those beyond a limit of `config/limits`. */
export class CallerLimits {
  private readonly rates = new Map<RateName, RateLimiterMemory>();
  private readonly reports = new RateLimiterMemory({ points: 1, duration: WINDOW_S });

  constructor(private readonly observer: LimitObserver) {}

  /** Counts one use; resolves with the seconds to wait if the limit is exceeded, otherwise null. */
  async count(limit: RateName, caller: string): Promise<number | null> {
    try {
      await this.rate(limit).consume(caller);
      return null;
    } catch (error) {
      const { msBeforeNext } = error as RateLimiterRes;
      this.report(limit, caller);
      return Math.max(1, Math.ceil(msBeforeNext / 1000));
    }
  }

  /** Reports a caller beyond a limit that is counted elsewhere. */
  report(limit: LimitName, caller: string): void {
    this.observer.reached(limit);
    this.reports.consume(`${limit} ${caller}`).then(
      () => this.observer.reported(limit, caller),
      // Reported in this minute already.
      () => {},
    );
  }

  private rate(limit: RateName): RateLimiterMemory {
    const known = this.rates.get(limit);
    if (known) return known;
    const rate = new RateLimiterMemory({ points: limits[limit].max, duration: WINDOW_S });
    this.rates.set(limit, rate);
    return rate;
  }
}
