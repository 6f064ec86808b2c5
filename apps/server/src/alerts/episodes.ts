import type { OpenAlert } from '@granary/domain/alerts/alert';
import { compareAlerts } from '@granary/domain/alerts/compare-alerts';
import type { Millis } from '@granary/domain/units';

/** An alert from its start to its end. */
export interface Episode {
  readonly alert: OpenAlert;
  /** Null while it is open. */
  readonly closedAt: Millis | null;
}

/** Collects the alerts of a bin while its readings are evaluated in chronological order. */
export class Episodes {
  private readonly closedEpisodes: Episode[] = [];

  constructor(private openAlerts: readonly OpenAlert[]) {}

  /**
   * Sets the alerts that are open after the reading or the day at `at`, and records the alerts that ended
   * then.
   */
  update(nextAlerts: readonly OpenAlert[], at: Millis): void {
    if (nextAlerts === this.openAlerts) return;
    for (const { kind, alert } of compareAlerts(this.openAlerts, nextAlerts)) {
      if (kind === 'closed') this.closedEpisodes.push({ alert, closedAt: at });
    }
    this.openAlerts = nextAlerts;
  }

  /** The alerts that ended, in chronological order, then the open ones. */
  list(): Episode[] {
    return [...this.closedEpisodes, ...this.openAlerts.map((alert) => ({ alert, closedAt: null }))];
  }
}
