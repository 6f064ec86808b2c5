import { alertRules, alertSeverities } from '@granary/domain/alerts/alert';
import * as z from 'zod/mini';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { temperatureUnit } from '../units.ts';
import { id, instant, nullableInstant, wireObject } from '../wire.ts';
import { alertStates, MAX_ALERT_SEARCH_LENGTH } from './filters.ts';

/** The default and the maximum number of alerts per page. */
export const DEFAULT_ALERTS_PER_PAGE = 50;
export const MAX_ALERTS_PER_PAGE = 200;

/** The kinds of events in an alert's history. */
export const alertEventKinds = ['raised', 'worsened', 'acknowledged', 'closed'] as const;

const alertEvent = wireObject({
  kind: ['kind', z.enum(alertEventKinds)],
  at: ['date_time', instant],
  /** The user who did this; null if the server did. */
  userName: ['user_name', z.nullable(z.string())],
  note: ['note', z.string()],
});

/** An alert about a bin; values in the rule's unit, temperatures in °C. */
export const alert = wireObject({
  id: ['id', id],
  rule: ['rule', z.enum(alertRules)],
  severity: ['severity', z.enum(alertSeverities)],
  /** When the condition began, according to the readings. */
  since: ['since', instant],
  /** When it ended; null while the alert is open. */
  closedAt: ['closed_at', nullableInstant],
  value: ['value', z.nullable(z.number())],
  limit: ['limit', z.nullable(z.number())],
  /** The sensors that triggered the alert, worst first; the name of an unnamed cable is empty. */
  sensors: [
    'sensors',
    z.array(
      wireObject({
        cable: ['cable', z.int()],
        cableName: ['cable_name', z.string()],
        position: ['position', z.int()],
        /** The row, counted from 1 at the top. */
        depth: ['depth', z.int()],
        value: ['value', z.number()],
        /**
         * For a hot spot: whether the sensor is compared with all rows, because its own row has too few
         * sensors.
         */
        isComparedWithAllDepths: ['compared_with_all_depths', z.boolean()],
      }),
    ),
  ],
  /** The person who has been in the bin longest, while an overdue entry is open; otherwise null. */
  person: ['person', z.nullable(z.string())],
  acknowledgedAt: ['acknowledged_at', nullableInstant],
  /** Null until someone acknowledges the alert. */
  acknowledgedBy: ['acknowledged_by', z.nullable(z.string())],
  note: ['note', z.string()],
  binId: ['bin_id', id],
  binName: ['bin_name', z.string()],
  mainBoardId: ['main_board_id', z.string()],
  temperatureUnit: ['temp_unit', temperatureUnit],
  timeZone: ['time_zone', z.string()],
  farmId: ['farm_id', id],
  farmName: ['farm_name', z.string()],
  ownerId: ['user_id', id],
  ownerName: ['user_name', z.string()],
  ownerPhone: ['contact_no', z.string()],
  ownerEmail: ['email', z.string()],
  /** Oldest first. */
  events: ['events', z.array(alertEvent)],
});
export type Alert = z.output<typeof alert>;

export const getAlerts = route('GET', 'alerts', {
  summary:
    'Alerts about the bins that the caller may see: open alerts first, by severity, then newest first; 50 per page by default',
  query: z.object({
    state: z._default(z.enum(alertStates), 'open'),
    farm_id: z.optional(id),
    bin_id: z.optional(id),
    rule: z.optional(z.enum(alertRules)),
    /** Alerts with this text in the name of the bin, farm or owner, or in the owner's phone number. */
    search: z.optional(z.string().check(z.maxLength(MAX_ALERT_SEARCH_LENGTH))),
    /** Alerts that were open at this time or later. */
    since: z.optional(instant),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
    limit: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_ALERTS_PER_PAGE)),
      DEFAULT_ALERTS_PER_PAGE,
    ),
  }),
  isFullBody: true,
  response: z.object({
    RESP_MSG: z.string(),
    data: z.array(alert),
    pagination,
    /**
     * How many bins, filtered only by farm and bin, have not been checked yet: new bins, bins with readings
     * that were not evaluated within ten minutes, or all bins right after alerts were introduced.
     */
    unchecked_bins: z.int(),
    /** How many of these bins have findings but no open alert. */
    bins_without_alert: z.int(),
  }),
});

export const MAX_ALERT_NOTE_LENGTH = 500;

export const acknowledgeAlert = route('POST', 'alerts/:alertId/acknowledge', {
  summary: 'Acknowledge an alert and stop its reminders',
  params: z.object({ alertId: id }),
  body: z.strictObject({
    note: z._default(z.string().check(z.maxLength(MAX_ALERT_NOTE_LENGTH)), ''),
  }),
  response: alert,
});
