import * as z from 'zod/mini';
import { refusedSignIn } from '../bins/http.ts';
import { FRAME_KINDS } from '../boards/topics.ts';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { day, instant, wireObject } from '../wire.ts';

/** A frame as it was received or sent. */
export const rawFrame = wireObject({
  frameId: ['_id', z.string()],
  /** The main board, and the bin if the frame names one: `PG-0417|3`. */
  id: ['id', z.string()],
  topic: ['topic', z.string()],
  at: ['dateTime', instant],
  /** The kind of frame, or the end of an unknown topic. */
  type: ['type', z.string()],
  direction: ['commandDirection', z.enum(['received', 'sent'])],
  /** The exact payload, as hexadecimal digits if it is not text. */
  data: ['data', z.string()],
  isText: ['data_is_text', z.boolean()],
  /** The length as sent; if the frame is too long, `data` has only the start. */
  bytes: ['bytes', z.number()],
  /** Why the frame was rejected; null if it was not. */
  reason: ['reason', z.nullable(z.string())],
  /** Who caused a command that was sent; null for a received frame. */
  cause: ['cause', z.nullable(z.string())],
});
export type RawFrame = z.output<typeof rawFrame>;

/** Filters for frames; empty strings do not filter. */
const filters = {
  /** A main board's ID, alone or with a bin: `PG-0417`, `PG-0417|3`. */
  id: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  date: z.optional(z.union([day, z.literal('')])),
  type: z.optional(z.enum([...FRAME_KINDS, ''])),
  /** Finds only rejected frames. */
  unread: z.optional(z.boolean()),
  /** The time zone of `date`, UTC by default. */
  time_zone: z.optional(z.string().check(z.maxLength(80))),
  /** Finds only frames up to this time, so that pages do not move while frames arrive. */
  until: z.optional(instant),
};

/** The maximum number of frames that are shown without a filter. */
export const NEWEST_FRAMES_LIMIT = 100;

export const getAllRawData = route('POST', 'rawData/all', {
  summary: `The newest ${NEWEST_FRAMES_LIMIT} frames that the caller may see, newest first`,
  response: z.array(rawFrame),
});

export const getFilteredData = route('POST', 'rawData/getFilteredData', {
  summary: 'Frames filtered by main board, day, type and whether they were rejected, newest first',
  body: z.strictObject({
    page: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
    limit: z.number().check(z.int(), z.minimum(1), z.maximum(100)),
    ...filters,
  }),
  isFullBody: true,
  response: z.object({
    RESP_MSG: z.string(),
    data: z.array(rawFrame),
    pagination,
    until: instant,
    /** The newest refused sign-ins of the board that the filter names, newest first. */
    refused_sign_ins: z.readonly(z.array(refusedSignIn)),
  }),
});

export const exportFilteredData = route('POST', 'rawData/exportFilteredData', {
  summary: 'All frames that match the filters, as CSV, by board and newest first',
  body: z.strictObject(filters),
  response: z.string(),
  mediaType: 'text/csv',
});
