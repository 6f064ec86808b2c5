import * as contract from '@granary/contract/accounts/security';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toEventActor } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { ApiError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import type { Sessions } from './sessions.ts';

export interface SessionPorts extends RoutePorts {
  readonly sessions: Sessions;
  /** Deletes the session's devices, so that they get no more push messages. */
  forgetDevices(sid: string): Promise<void>;
  forgetDevicesOfUser(trx: Trx, userId: number): Promise<void>;
  sessionEnded(sid: string): void;
  record(event: SecurityEvent): void;
}

/** Routes that list and end sessions. */
export function sessionRoutes(app: FastifyInstance, ports: SessionPorts): void {
  const { db, guard, sessions, forgetDevices, forgetDevicesOfUser, sessionEnded, record } = ports;

  const endAllSessions = async (userId: number) => {
    const endedSids = await db.transaction().execute(async (trx) => {
      await forgetDevicesOfUser(trx, userId);
      return sessions.revokeAll(trx, userId);
    });
    for (const sid of endedSids) sessionEnded(sid);
  };

  serve(app, guard, contract.getSessions, async ({ actor }) => {
    const { id, sid } = requireSignedIn(actor);
    return (await sessions.list(id)).map(({ createdAt, expiresAt, ...row }) => ({
      ...row,
      startedAt: millis(createdAt.getTime()),
      expiresAt: millis(expiresAt.getTime()),
      isCurrent: row.id === sid,
    }));
  });

  serve(app, guard, contract.endSession, async ({ actor, body, request }) => {
    const { id: userId } = requireSignedIn(actor);
    const session = (await sessions.list(userId)).find(({ id }) => id === body.sessionId);
    if (!session) throw new ApiError('NOT_FOUND', 'notFound');
    await forgetDevices(session.id);
    await sessions.revoke(session.id);
    sessionEnded(session.id);
    record({ kind: 'sessions-ended', userId, ...toEventActor(actor, request) });
    return formatReply(request, 'sessionEnded');
  });

  serve(app, guard, contract.signOutEverywhere, async ({ actor, request }) => {
    const { id: userId } = requireSignedIn(actor);
    await endAllSessions(userId);
    record({ kind: 'sessions-ended', userId, ...toEventActor(actor, request) });
    return formatReply(request, 'signedOut');
  });

  serve(app, guard, contract.endSessions, async ({ actor, body, request }) => {
    await endAllSessions(body.userId);
    record({ kind: 'sessions-ended', userId: body.userId, ...toEventActor(actor, request) });
    return formatReply(request, 'sessionsEnded');
  });
}
