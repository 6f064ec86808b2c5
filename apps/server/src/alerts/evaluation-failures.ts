import type { Millis } from '@granary/domain/units';

/** The bins whose last evaluation failed, each with the first failure in a row. */
export class EvaluationFailures {
  private readonly firstFailures = new Map<number, Millis>();
  private isComplete = false;

  constructor(private readonly now: () => Millis) {}

  failed(binId: number): void {
    if (!this.firstFailures.has(binId)) this.firstFailures.set(binId, this.now());
  }

  succeeded(binId: number): void {
    this.firstFailures.delete(binId);
  }

  /** All marked bins were evaluated, or failed. */
  completed(): void {
    this.isComplete = true;
  }

  /** Since when a bin cannot be evaluated; null before all were tried. */
  find(): { readonly failingSince: Millis | null } | null {
    // They are in the order of their failures.
    const [failingSince = null] = this.firstFailures.values();
    return this.isComplete || failingSince !== null ? { failingSince } : null;
  }
}
