import type { ChannelName } from '@granary/domain/notifications/channel';
import type { ServerAlert } from '@granary/domain/server-health/check-server';
import type { GeneratedAlways } from 'kysely';

export interface ServerAlertsTable {
  id: GeneratedAlways<number>;
  rule: ServerAlert['rule'];
  channel: ChannelName | null;
  severity: ServerAlert['severity'];
  since: Date;
  closedAt: Date | null;
  value: number;
  limitValue: number;
  /** The severity that admins were notified of, and when they were last notified. */
  notifiedSeverity: ServerAlert['severity'] | null;
  notifiedAt: Date | null;
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
}
