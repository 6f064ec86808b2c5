import { toPagination } from '@granary/contract/pagination';
import * as contract from '@granary/contract/raw-data/http';
import { getActorScope } from '@granary/domain/access/access';
import { getLocalDayBounds } from '@granary/domain/bins/local-day';
import type { Refusal } from '@granary/domain/boards/board-problems';
import { isTimeZone } from '@granary/domain/farms/time-zones';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { ApiError, invalidFieldsError } from '../platform/http/error-response.ts';
import { serve, serveTextStream } from '../platform/http/serve.ts';
import {
  countFrames,
  type FrameFilter,
  type FrameSource,
  findFrames,
  findMaxCount,
  findSource,
  streamFrames,
} from './search-store.ts';
import { parseSenderId, serializeFrame, streamFrameLines } from './serialize-frame.ts';

export interface RawDataPorts extends RoutePorts {
  /** Finds each board's most recent refused sign-ins, newest first; boards without any are omitted. */
  findRefusedSignIns(boardIds: readonly string[]): Promise<ReadonlyMap<string, readonly Refusal[]>>;
}

/** Serves raw frames to staff, limited to the caller's scope. */
export function rawDataRoutes(app: FastifyInstance, ports: RawDataPorts): void {
  const { db, guard, now } = ports;
  serve(app, guard, contract.getAllRawData, async ({ actor }) => {
    const source = await findSource(db, getActorScope(requireSignedIn(actor)), undefined);
    const page = { limit: contract.NEWEST_FRAMES_LIMIT, offset: 0 };
    return (await findFrames(db, source, { until: now(), onlyRejected: false }, page)).map(
      serializeFrame,
    );
  });

  serve(
    app,
    guard,
    contract.getFilteredData,
    async ({ actor, body: { page, limit, ...query } }) => {
      const filter = toFrameFilter(query, now());
      const source = await findSource(
        db,
        getActorScope(requireSignedIn(actor)),
        filter.mainBoardId,
      );
      const offset = (page - 1) * limit;
      const [{ total, isCapped }, rows] = await Promise.all([
        countFrames(db, source, filter),
        offset < findMaxCount(source) ? findFrames(db, source, filter, { limit, offset }) : [],
      ]);
      return {
        RESP_MSG: 'OK',
        data: rows.slice(0, Math.max(0, total - offset)).map(serializeFrame),
        pagination: toPagination(page, limit, total, isCapped),
        until: millis(filter.until),
        refused_sign_ins: await findBoardRefusals(ports, source, filter.mainBoardId),
      };
    },
  );

  serveTextStream(app, guard, contract.exportFilteredData, async ({ actor, body }) => {
    const filter = toFrameFilter(body, now());
    const source = await findSource(db, getActorScope(requireSignedIn(actor)), filter.mainBoardId);
    return streamFrameLines(streamFrames(db, source, filter), body.time_zone ?? DEFAULT_ZONE);
  });
}

async function findBoardRefusals(
  { findRefusedSignIns }: RawDataPorts,
  source: FrameSource,
  mainBoardId: string | undefined,
): Promise<readonly Refusal[]> {
  // If the caller may not read the board, the source is an empty list of boards.
  if (mainBoardId === undefined || 'boards' in source) return [];
  return (await findRefusedSignIns([mainBoardId])).get(mainBoardId) ?? [];
}

const DEFAULT_ZONE = 'UTC';

type FrameQuery = z.output<typeof contract.exportFilteredData.body>;

/**
 * The filter of a request.
 *
 * @throws ApiError if the filter is empty or invalid
 */
function toFrameFilter(query: FrameQuery, now: Millis): FrameFilter {
  const { id = '', date = '', type = '', unread = false } = query;
  const { time_zone: timeZone = DEFAULT_ZONE } = query;
  if (id === '' && date === '' && type === '' && !unread) {
    throw new ApiError('INVALID_INPUT', 'filterMissing');
  }
  if (!isTimeZone(timeZone)) throw invalidFieldsError(['time_zone']);
  const sender = id === '' ? {} : parseSenderId(id);
  if (sender === null) throw invalidFieldsError(['id']);
  return {
    ...sender,
    ...(type === '' ? {} : { kind: type }),
    ...(date === '' ? {} : getLocalDayBounds(date, timeZone)),
    onlyRejected: unread,
    until: Math.min(query.until ?? now, now),
  };
}
