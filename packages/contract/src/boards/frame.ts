import { type Millis, millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import { wireObject } from '../wire.ts';

const ISO_TIMESTAMP =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;
/** 9999-12-31T23:59:59Z; later seconds are not valid dates. */
const LAST_EPOCH_SECOND = 253_402_300_799;

/** A time according to a board's clock: ISO 8601 (UTC without an offset) or epoch seconds. */
export const boardInstant = z.codec(
  z.union([
    z.string().check(
      z.regex(ISO_TIMESTAMP, { error: 'date_time must be ISO 8601 or epoch seconds' }),
      z.refine((text) => !Number.isNaN(parseIso(text)), { error: 'date_time is not a date' }),
    ),
    z.number().check(z.minimum(0), z.maximum(LAST_EPOCH_SECOND)),
  ]),
  z.custom<Millis>((value) => Number.isFinite(value)),
  {
    decode: (value) =>
      millis(typeof value === 'number' ? Math.round(value * 1000) : parseIso(value)),
    encode: (at) => new Date(at).toISOString(),
  },
);

function parseIso(text: string): number {
  if (!isCalendarDate(text)) return Number.NaN;
  const iso = text.replace(' ', 'T');
  return Date.parse(HAS_OFFSET.test(iso) ? iso : `${iso}Z`);
}

/** `Date.parse` reads February 30 as March 2, but a clock that sends it is wrong. */
function isCalendarDate(text: string): boolean {
  const dayOfMonth = Number(text.slice(8, 10));
  if (dayOfMonth <= 28) return true;
  const lastOfMonth = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0));
  return dayOfMonth <= lastOfMonth.getUTCDate();
}

/** The supported version of the board protocol. */
export const version = z.literal(1);

/** The number of the bin that a frame is about. */
export const binNumber = z.int().check(z.minimum(1), z.maximum(32));

/**
 * The causes of a fan turning on or off: a command, a person at the bin, the end of its run time, or a power
 * outage.
 */
export const FAN_CAUSES = ['command', 'switch', 'timer', 'restart'] as const;
export type FanCause = (typeof FAN_CAUSES)[number];

/** `up/fan-data`: the response to a command if it names one, otherwise the board's own report. */
export const fanFrame = wireObject({
  version: ['v', version],
  binNumber: ['bin_number', binNumber],
  sentAt: ['date_time', boardInstant],
  fan: ['fan', z.enum(['on', 'off'])],
  commandId: ['command_id', z.optional(z.string().check(z.maxLength(64)))],
  lockout: ['lockout', z.optional(z.boolean())],
  causedBy: ['by', z.optional(z.enum(FAN_CAUSES))],
  eventId: ['event_id', z.optional(z.string().check(z.minLength(1), z.maxLength(64)))],
});

/** `up/firmware-data`: a wake-up, the result of a configuration, or the progress of an update. */
export const firmwareFrame = wireObject({
  version: ['v', version],
  kind: ['kind', z.enum(['hello', 'config', 'firmware'])],
  sentAt: ['date_time', z.optional(boardInstant)],
  binNumber: ['bin_number', z.optional(binNumber)],
  boardType: ['board_type', z.optional(z.enum(['main', 'remote']))],
  firmwareName: ['firmware_name', z.optional(z.enum(['sleep', 'realtime', 'portable']))],
  firmwareVersion: ['firmware_version', z.optional(z.string().check(z.maxLength(32)))],
  commandId: ['command_id', z.optional(z.string().check(z.maxLength(64)))],
  status: ['status', z.optional(z.enum(['in_progress', 'completed', 'failed']))],
  progress: ['progress', z.optional(z.number().check(z.minimum(0), z.maximum(100)))],
  message: ['message', z.optional(z.string().check(z.maxLength(500)))],
});
