import { AUDIT_PAGE_SIZE, type AuditEntry, getAudit } from '@granary/contract/audit/http';
import { toPagination } from '@granary/contract/pagination';
import { millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { serve } from '../platform/http/serve.ts';
import { type AuditRow, findChanges } from './store.ts';

/** Lists the changes in the audit log. */
export function auditRoutes(app: FastifyInstance, { db, guard }: RoutePorts): void {
  serve(app, guard, getAudit, async ({ actor, query: { user_id: userId, page } }) => {
    const { rows, total, isCapped } = await findChanges(db, requireSignedIn(actor), userId, page);
    return {
      RESP_MSG: 'OK',
      data: rows.map(serializeEntry),
      pagination: toPagination(page, AUDIT_PAGE_SIZE, total, isCapped),
    };
  });
}

function serializeEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: millis(row.at.getTime()),
    actorId: row.actorId,
    actorName: row.actorName,
    address: row.address,
    act: row.act,
    subject: row.subject,
    subjectId: row.subjectId,
    subjectName: row.subjectName,
    changes: row.changes,
  };
}
