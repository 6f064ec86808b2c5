import * as z from 'zod/mini';
import { FRAME_KINDS } from '../boards/topics.ts';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { day, instant, wireObject } from '../wire.ts';

/** A frame as it came in or went out. */
export const rawFrame = wireObject({
  frameId: ['_id', z.string()],
  /** The main board, and the bin where the frame names one: `PG-0417|3`. */
  id: ['id', z.string()],
  topic: ['topic', z.string()],
  at: ['dateTime', instant],
  /** One of the kinds of frames, or what else stood in the topic. */
  type: ['type', z.string()],
  direction: ['commandDirection', z.enum(['received', 'sent'])],
  /** What was sent, to the letter; as hexadecimal digits where it is no text. */
  data: ['data', z.string()],
  isText: ['data_is_text', z.boolean()],
  /** The length as sent; of a frame that is too long, `data` holds only the beginning. */
  bytes: ['bytes', z.number()],
  /** Why it could not be read; null where it was. */
  reason: ['reason', z.nullable(z.string())],
});
export type RawFrame = z.output<typeof rawFrame>;

/** What restricts the frames; an empty text is no restriction. */
const filters = {
  /** A main board's id, alone or with a bin: `PG-0417`, `PG-0417|3`. */
  id: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  date: z.optional(z.union([day, z.literal('')])),
  type: z.optional(z.enum([...FRAME_KINDS, ''])),
  /** Only frames that could not be read. */
  unread: z.optional(z.boolean()),
  /** The zone that `date` is a day of; UTC unless told. */
  time_zone: z.optional(z.string().check(z.maxLength(80))),
  /** Only frames up to this instant, so that pages stand still while frames come in. */
  until: z.optional(instant),
};

/** So many of the newest frames are shown to whoever names no filter. */
export const NEWEST_FRAMES_LIMIT = 100;

export const getAllRawData = route('POST', 'rawData/all', {
  summary: `The newest ${NEWEST_FRAMES_LIMIT} frames that the caller may see, newest first`,
  response: z.array(rawFrame),
});

export const getFilteredData = route('POST', 'rawData/getFilteredData', {
  summary: 'Frames by main board, day, type and whether they were read, newest first',
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
  }),
});

export const exportFilteredData = route('POST', 'rawData/exportFilteredData', {
  summary: 'The same frames, all of them, as CSV, board by board and newest first',
  body: z.strictObject(filters),
  response: z.string(),
  mediaType: 'text/csv',
});
