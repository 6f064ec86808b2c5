import { HOUR, type Millis } from '@granary/domain/units';

/** A `Date` header has whole seconds, and may have waited a little before it was sent. */
const PRECISION = 1_000;
const VALID = HOUR;

/** Compares this machine's clock with the clocks of servers that it calls. */
export class ClockReference {
  private readonly offsets = new Map<string, { readonly offsetMs: number; readonly at: Millis }>();

  constructor(private readonly now: () => Millis) {}

  /** A host responded now, `tookMs` after it was asked, with this `Date` header. */
  observe(host: string, date: string, tookMs: number): void {
    const theirs = Date.parse(date);
    if (Number.isNaN(theirs)) return;
    const at = this.now();
    const ahead = at - tookMs - (theirs + PRECISION);
    const behind = theirs - at;
    const offsetMs = ahead > 0 ? ahead : behind > 0 ? -behind : 0;
    this.offsets.set(host, { offsetMs, at });
  }

  /**
   * How far this clock is from the nearest one that was seen in the last hour, ms, negative if it is
   * behind. The nearest, so that one wrong server does not count. Null if none was seen.
   */
  get offsetMs(): number | null {
    const since = this.now() - VALID;
    const offsets = [...this.offsets.values()]
      .filter(({ at }) => at >= since)
      .map(({ offsetMs }) => offsetMs);
    const [nearest = null] = offsets.sort((a, b) => Math.abs(a) - Math.abs(b));
    return nearest;
  }
}
