import { HOUR, type Millis } from '@granary/domain/units';

/** A `Date` header has a resolution of one second, and might have been created shortly before it was sent. */
const PRECISION = 1_000;
const VALID_PERIOD = HOUR;

/** Compares this machine's clock with the clocks of servers that it calls. */
export class ClockReference {
  private readonly offsets = new Map<string, { readonly offsetMs: number; readonly at: Millis }>();

  constructor(private readonly now: () => Millis) {}

  /** Records that a host responded now with this `Date` header, `durationMs` after the request. */
  observe(host: string, date: string, durationMs: number): void {
    const remoteTime = Date.parse(date);
    if (Number.isNaN(remoteTime)) return;
    const at = this.now();
    const aheadMs = at - durationMs - (remoteTime + PRECISION);
    const behindMs = remoteTime - at;
    const offsetMs = aheadMs > 0 ? aheadMs : behindMs > 0 ? -behindMs : 0;
    this.offsets.set(host, { offsetMs, at });
  }

  /**
   * How far this clock was ahead of the other servers' clocks in the last hour, ms; negative if it was
   * behind, and null if none of their clocks is known. Uses the clock that differs least, so that one server
   * with a wrong clock has no effect.
   */
  get offsetMs(): number | null {
    const cutoff = this.now() - VALID_PERIOD;
    const offsets = [...this.offsets.values()]
      .filter(({ at }) => at >= cutoff)
      .map(({ offsetMs }) => offsetMs);
    const [smallestOffset = null] = offsets.sort((a, b) => Math.abs(a) - Math.abs(b));
    return smallestOffset;
  }
}
