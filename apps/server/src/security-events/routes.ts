import { toPagination } from '@granary/contract/pagination';
import {
  getSecurityEvents,
  SECURITY_EVENT_PAGE_SIZE,
} from '@granary/contract/security-events/http';
import { millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { serve } from '../platform/http/serve.ts';
import { findSecurityEvents } from './store.ts';

export interface SecurityEventRoutePorts extends RoutePorts {
  /** Stores recorded events, so that the list includes them. */
  flush(): Promise<void>;
}

/** Lists security events for admins. */
export function securityEventRoutes(app: FastifyInstance, ports: SecurityEventRoutePorts): void {
  serve(app, ports.guard, getSecurityEvents, async ({ query }) => {
    const { kind, address, user_id: userId, main_board_id: mainBoardId, page } = query;
    await ports.flush();
    const filters = { kind, address, userId, mainBoardId };
    const { rows, total, isCapped } = await findSecurityEvents(ports.db, filters, page);
    return {
      RESP_MSG: 'OK',
      data: rows.map(({ minute, firstAt, lastAt, ...row }) => ({
        ...row,
        firstAt: millis(firstAt.getTime()),
        at: millis(lastAt.getTime()),
      })),
      pagination: toPagination(page, SECURITY_EVENT_PAGE_SIZE, total, isCapped),
    };
  });
}
