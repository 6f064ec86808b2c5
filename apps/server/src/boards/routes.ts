import {
  type BoardCredentials,
  createCredentials,
  getBoardsWithKeys,
  replaceKeys,
} from '@granary/contract/boards/http';
import { FRAME_KINDS, formatDownTopic, formatUpTopic } from '@granary/contract/boards/topics';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, RoutePorts } from '../access/guard.ts';
import { toChangedBy, toEventActor } from '../access/signed-in.ts';
import { ApiError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import { createBoardKey, findBoardsWithKeys, replaceBoardKeys } from './board-store.ts';

export interface BoardPorts extends RoutePorts {
  readonly pepper: Buffer;
  record(event: SecurityEvent): void;
  /** Returns the address that boards connect to; `host` is null if it is the host of the request. */
  getMqttAddress(): {
    readonly host: string | null;
    readonly port: number;
    readonly isSecure: boolean;
  };
}

/** Adds the routes that installers need for main boards. */
export function boardRoutes(app: FastifyInstance, ports: BoardPorts): void {
  const { db, guard, pepper, now } = ports;
  const issueCredentials = (
    actor: Caller,
    request: FastifyRequest,
    { mainBoardId, key }: { readonly mainBoardId: string; readonly key: string },
  ): BoardCredentials => {
    ports.record({ kind: 'board-key-changed', mainBoardId, ...toEventActor(actor, request) });
    const { host, port, isSecure } = ports.getMqttAddress();
    return {
      mainBoardId,
      key,
      host: host ?? request.hostname,
      port,
      requiresTls: isSecure,
      upTopics: FRAME_KINDS.map((kind) => formatUpTopic(mainBoardId, kind)),
      downTopic: formatDownTopic(mainBoardId),
    };
  };
  serve(app, guard, getBoardsWithKeys, ({ query }) => findBoardsWithKeys(db, query.user_id));

  serve(app, guard, createCredentials, async ({ actor, params, body, request }) => {
    const { mainBoardId } = params;
    const changedBy = toChangedBy(actor, request, now());
    const board = { id: mainBoardId, mayReplace: body.rotate ?? false };
    const result = await createBoardKey(db, pepper, board, changedBy);
    if ('problem' in result) {
      if (result.problem === 'no-board') throw new ApiError('NOT_FOUND', 'notFound');
      throw new ApiError('CONFLICT', 'boardHasKey');
    }
    return issueCredentials(actor, request, { mainBoardId, key: result.key });
  });

  serve(app, guard, replaceKeys, async ({ actor, body, request }) => {
    const { userId, mainBoardIds: boardIds } = body;
    const changedBy = toChangedBy(actor, request, now());
    const newKeys = await replaceBoardKeys(db, pepper, { userId, boardIds }, changedBy);
    if (!newKeys) throw new ApiError('NOT_FOUND', 'notFound');
    return newKeys.map((newKey) => issueCredentials(actor, request, newKey));
  });
}
