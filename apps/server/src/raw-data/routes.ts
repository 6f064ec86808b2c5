import { toPagination } from '@granary/contract/pagination';
import {
  exportFilteredData,
  getAllRawData,
  getFilteredData,
  NEWEST_FRAMES,
} from '@granary/contract/raw-data/http';
import { scopeOf } from '@granary/domain/access/access';
import { localDayBounds } from '@granary/domain/bins/local-day';
import { isTimeZone } from '@granary/domain/farms/time-zones';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller } from '../access/guard.ts';
import { signedIn } from '../access/signed-in.ts';
import { ApiError, invalidFieldsError } from '../platform/http/error-response.ts';
import { type Guard, serve, serveTextStream } from '../platform/http/serve.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import {
  countFrames,
  eachFrame,
  type FrameFilter,
  findFrames,
  findSource,
  mostCounted,
} from './search-store.ts';
import { boardAndBin, csvOf, presentFrame } from './serialize-frame.ts';

export interface RawDataPorts {
  readonly db: Kysely<Tables>;
  readonly guard: Guard<Caller>;
  now(): Millis;
}

/** Frames as they came, for staff: which of them, the caller's scope says. */
export function rawDataRoutes(app: FastifyInstance, { db, guard, now }: RawDataPorts): void {
  serve(app, guard, getAllRawData, async ({ actor }) => {
    const source = await findSource(db, scopeOf(signedIn(actor)), undefined);
    const page = { limit: NEWEST_FRAMES, offset: 0 };
    return (await findFrames(db, source, { until: now(), isUnread: false }, page)).map(
      presentFrame,
    );
  });

  serve(app, guard, getFilteredData, async ({ actor, body: { page, limit, ...wanted } }) => {
    const filter = filterOf(wanted, now());
    const source = await findSource(db, scopeOf(signedIn(actor)), filter.mainBoardId);
    const offset = (page - 1) * limit;
    const [{ total, isLeast }, rows] = await Promise.all([
      countFrames(db, source, filter),
      offset < mostCounted(source) ? findFrames(db, source, filter, { limit, offset }) : [],
    ]);
    return {
      RESP_MSG: 'OK',
      data: rows.slice(0, Math.max(0, total - offset)).map(presentFrame),
      pagination: toPagination(page, limit, total, isLeast),
      until: millis(filter.until),
    };
  });

  serveTextStream(app, guard, exportFilteredData, async ({ actor, body }) => {
    const filter = filterOf(body, now());
    const source = await findSource(db, scopeOf(signedIn(actor)), filter.mainBoardId);
    return csvOf(eachFrame(db, source, filter));
  });
}

type Wanted = z.output<typeof exportFilteredData.body>;

/** What a request asks for. Throws where it restricts nothing, or by what cannot be. */
function filterOf(wanted: Wanted, now: Millis): FrameFilter {
  const { id = '', date = '', type = '', unread = false } = wanted;
  const { time_zone: timeZone = 'UTC' } = wanted;
  if (id === '' && date === '' && type === '' && !unread) {
    throw new ApiError('INVALID_INPUT', 'filterMissing');
  }
  if (!isTimeZone(timeZone)) throw invalidFieldsError(['time_zone']);
  const named = id === '' ? {} : boardAndBin(id);
  if (named === null) throw invalidFieldsError(['id']);
  return {
    ...named,
    ...(type === '' ? {} : { kind: type }),
    ...(date === '' ? {} : localDayBounds(date, timeZone)),
    isUnread: unread,
    until: Math.min(wanted.until ?? now, now),
  };
}
