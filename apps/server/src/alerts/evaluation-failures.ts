import type { Millis } from '@granary/domain/units';

/** The bins whose last evaluation failed, each with the first failure in a row. */
export class EvaluationFailures {
  private readonly firstFailures = new Map<number, Millis>();

  constructor(private readonly now: () => Millis) {}

  failed(binId: number): void {
    if (!this.firstFailures.has(binId)) this.firstFailures.set(binId, this.now());
  }

  succeeded(binId: number): void {
    this.firstFailures.delete(binId);
  }

  /** Since when a bin could not be evaluated; null if all could. */
  get since(): Millis | null {
    // They are in the order of their failures.
    const [first = null] = this.firstFailures.values();
    return first;
  }
}
