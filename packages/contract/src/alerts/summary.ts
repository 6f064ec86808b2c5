import { alertRules, alertSeverities } from '@granary/domain/alerts/alert';
import * as z from 'zod/mini';
import { instant, wireObject } from '../wire.ts';

/** A summary of an open alert; the value and limit are in the rule's unit, temperatures in °C. */
export const alertSummary = wireObject({
  rule: ['rule', z.enum(alertRules)],
  severity: ['severity', z.enum(alertSeverities)],
  /** When the condition began, according to the readings. */
  since: ['since', instant],
  value: ['value', z.nullable(z.number())],
  limit: ['limit', z.nullable(z.number())],
  /** The worst sensor; null for rules about the bin or its board. */
  sensor: [
    'sensor',
    z.nullable(
      wireObject({
        cable: ['cable', z.int()],
        position: ['position', z.int()],
        /** The row, counted from 1 at the top. */
        depth: ['depth', z.int()],
      }),
    ),
  ],
  /** The person who has been in the bin longest; only for an overdue entry. */
  person: ['person', z.optional(z.string())],
  /** Who acknowledged the alert, and when; missing until someone does. */
  acknowledged: [
    'acknowledged',
    z.optional(
      wireObject({
        by: ['user_name', z.string()],
        at: ['date_time', instant],
      }),
    ),
  ],
});
