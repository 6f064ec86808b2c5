import type { EvaluationFailure } from '@granary/domain/server-health/check-server';
import type { Millis } from '@granary/domain/units';

/** The bins whose last evaluation failed. */
export class EvaluationFailures {
  private readonly failures = new Map<number, EvaluationFailure>();
  private isComplete = false;

  constructor(
    private readonly now: () => Millis,
    /** Returns which of these bins are still waiting to be evaluated. */
    private readonly findMarkedBins: (binIds: readonly number[]) => Promise<ReadonlySet<number>>,
  ) {}

  failed(binId: number): void {
    const at = this.now();
    this.failures.set(binId, { since: this.failures.get(binId)?.since ?? at, lastAt: at });
  }

  succeeded(binId: number): void {
    this.failures.delete(binId);
  }

  /** Every marked bin has been evaluated or has failed. */
  completed(): void {
    this.isComplete = true;
  }

  /**
   * The longest run of consecutive failures of any bin; null until every marked bin has been tried, unless
   * one is failing.
   */
  async findLongestFailing(): Promise<{ readonly failure: EvaluationFailure | null } | null> {
    // Other bins may fail during the query.
    const binIds = [...this.failures.keys()];
    const markedBinIds = await this.findMarkedBins(binIds);
    for (const binId of binIds) {
      // Another process has evaluated the bin since.
      if (!markedBinIds.has(binId)) this.failures.delete(binId);
    }
    const duration = ({ since, lastAt }: EvaluationFailure) => lastAt - since;
    const [failure = null] = [...this.failures.values()].sort((a, b) => duration(b) - duration(a));
    return this.isComplete || failure !== null ? { failure } : null;
  }
}
