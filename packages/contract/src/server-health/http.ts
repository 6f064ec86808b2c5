import { channelNames } from '@granary/domain/notifications/channel';
import { serverRules } from '@granary/domain/server-health/check-server';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, instant, nullableInstant, wireObject } from '../wire.ts';

/** An alert about the server; values in the unit of its rule. */
export const serverAlert = wireObject({
  id: ['id', id],
  rule: ['rule', z.enum(serverRules)],
  /** Set only for `channel-failing`: the channel whose messages are failing. */
  channel: ['channel', z.nullable(z.enum(channelNames))],
  severity: ['severity', z.enum(['critical', 'warning'])],
  since: ['since', instant],
  /** When it ended; null while the alert is open. */
  closedAt: ['closed_at', nullableInstant],
  value: ['value', z.number()],
  limit: ['limit', z.number()],
  acknowledgedAt: ['acknowledged_at', nullableInstant],
  acknowledgedBy: ['acknowledged_by', z.nullable(z.string())],
});
export type StoredServerAlert = z.output<typeof serverAlert>;

/** The latest measurements; null if unknown. */
const measurements = wireObject({
  diskFreePercent: ['disk_free_percent', z.nullable(z.number())],
  /** How much the server's clock differs from other servers' clocks. */
  clockOffsetSeconds: ['clock_offset_seconds', z.nullable(z.number())],
  /** When the newest reading from any board arrived. */
  lastArrivalAt: ['last_arrival', nullableInstant],
  /** Channels whose messages are failing. */
  failingChannels: [
    'failing_channels',
    z.array(
      wireObject({ channel: ['channel', z.enum(channelNames)], since: ['failing_since', instant] }),
    ),
  ],
});

export const serverHealth = wireObject({
  /** Open alerts first, then those that ended in the last week, newest first. */
  alerts: ['alerts', z.array(serverAlert)],
  measurements: ['measurements', measurements],
});
export type ServerHealth = z.output<typeof serverHealth>;

export const getServerHealth = route('GET', 'serverHealth', {
  summary: 'Open and recently ended alerts about the server, and its latest measurements',
  response: serverHealth,
});

export const acknowledgeServerAlert = route('POST', 'serverHealth/:alertId/acknowledge', {
  summary: 'Acknowledge an alert about the server and stop its reminders',
  params: z.object({ alertId: id }),
  response: serverHealth,
});
