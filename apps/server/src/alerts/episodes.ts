import type { OpenAlert } from '@granary/domain/alerts/alert';
import { compareAlerts } from '@granary/domain/alerts/compare-alerts';
import type { Millis } from '@granary/domain/units';

/** An alert from its start to its end. */
export interface Episode {
  readonly alert: OpenAlert;
  /** Null while it is open. */
  readonly closedAt: Millis | null;
}

/** The alerts of a bin while its readings are evaluated, in chronological order. */
export class Episodes {
  private readonly closedEpisodes: Episode[] = [];

  constructor(private open: readonly OpenAlert[]) {}

  /**
   * Takes the alerts that are open after the reading or the day at `at`, and records those that ended
   * then.
   */
  update(after: readonly OpenAlert[], at: Millis): void {
    if (after === this.open) return;
    for (const { kind, alert } of compareAlerts(this.open, after)) {
      if (kind === 'closed') this.closedEpisodes.push({ alert, closedAt: at });
    }
    this.open = after;
  }

  /** Those that ended, in order, then those that are open. */
  list(): Episode[] {
    return [...this.closedEpisodes, ...this.open.map((alert) => ({ alert, closedAt: null }))];
  }
}
