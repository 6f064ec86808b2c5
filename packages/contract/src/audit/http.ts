import * as z from 'zod/mini';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { id, instant, wireObject } from '../wire.ts';

/** Recorded instead of an IP address for changes made from the command line on the server itself. */
export const THIS_MACHINE = 'this machine';

/** One change: who made it, to what, from where, and each field before and after. */
export const auditEntry = wireObject({
  id: ['id', id],
  at: ['date_time', instant],
  actorId: ['actor_id', z.nullable(id)],
  actorName: ['actor_name', z.string()],
  /** The caller's IP address; `THIS_MACHINE` for the server's own machine, empty if unknown. */
  address: ['address', z.string()],
  act: ['act', z.string()],
  subject: ['subject', z.enum(['user', 'farm', 'bin', 'board', 'settings', 'crop', 'firmware'])],
  subjectId: ['subject_id', z.string()],
  subjectName: ['subject_name', z.string()],
  changes: [
    'changes',
    z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  ],
});
export type AuditEntry = z.output<typeof auditEntry>;

export const AUDIT_PAGE_SIZE = 50;

export const getAudit = route('GET', 'audit', {
  summary:
    'The audit log, newest first: all changes for an admin, changes to their own customers for a distributor',
  query: z.object({
    user_id: z.optional(id),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
  }),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), data: z.array(auditEntry), pagination }),
});
