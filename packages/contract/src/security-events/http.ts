import {
  securityEventKinds,
  securityEventReasons,
} from '@granary/domain/security-events/security-event';
import * as z from 'zod/mini';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { id, instant, wireObject } from '../wire.ts';

export const securityEventKind = z.enum(securityEventKinds);
export const securityEventReason = z.enum(securityEventReasons);

/**
 * Identical events within one minute, combined into one entry. It contains only names, IDs and addresses,
 * never anything that someone typed.
 */
export const securityEvent = wireObject({
  id: ['id', z.string()],
  kind: ['kind', securityEventKind],
  reason: ['reason', z.nullable(securityEventReason)],
  firstAt: ['first_date_time', instant],
  at: ['date_time', instant],
  /** How many times the event happened within the minute. */
  count: ['count', z.int()],
  address: ['address', z.string()],
  /** The account that the event is about. */
  userId: ['user_id', z.nullable(id)],
  userName: ['user_name', z.string()],
  /** The account that caused the event. */
  actorId: ['actor_id', z.nullable(id)],
  actorName: ['actor_name', z.string()],
  mainBoardId: ['main_board_id', z.nullable(z.string())],
});
export type CountedSecurityEvent = z.output<typeof securityEvent>;

export const SECURITY_EVENT_PAGE_SIZE = 50;

export const getSecurityEvents = route('GET', 'securityEvents', {
  summary: 'Sign-ins, refused requests and boards, and access changes, newest first',
  query: z.object({
    kind: z.optional(securityEventKind),
    address: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    /** The account that the event is about, or that caused it. */
    user_id: z.optional(id),
    main_board_id: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
  }),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), data: z.array(securityEvent), pagination }),
});
