import { MAX_FRAME_BYTES } from '@granary/contract/boards/topics';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { DICTIONARY, deflateFrame } from './deflate.ts';

/** A frame as it came in; `reason` says why it could not be read, null where it was. */
export interface RawFrame {
  readonly receivedAt: number;
  readonly mainBoardId: string;
  readonly binNumber: number | null;
  readonly topic: string;
  readonly payload: Buffer;
  readonly reason: string | null;
}

/** A frame as it is kept. */
export interface PackedFrame extends Omit<RawFrame, 'payload'> {
  /** The length of the payload, of which the body may hold only the beginning. */
  readonly bytes: number;
  readonly body: Buffer;
}

/** Of a payload that is too long to be a frame, this much is kept. */
const KEPT_OF_TOO_LONG = 4096;

/** Of a topic so much is kept, characters: it is indexed, and an index takes no 2.7 kB. */
const KEPT_OF_TOPIC = 500;

/** Deflates a frame. */
export function packFrame({ payload, topic, ...frame }: RawFrame): PackedFrame {
  const kept = payload.length > MAX_FRAME_BYTES ? payload.subarray(0, KEPT_OF_TOO_LONG) : payload;
  return {
    ...frame,
    topic: topic.slice(0, KEPT_OF_TOPIC),
    bytes: payload.length,
    body: deflateFrame(kept),
  };
}

/** Keeps frames as they came. The day's partition must exist. */
export async function storeRawFrames(
  trx: Transaction<Tables>,
  frames: readonly PackedFrame[],
): Promise<void> {
  if (frames.length === 0) return;
  await sql`
    insert into raw_frames
      (received_at, bytes, bin_number, dictionary, main_board_id, topic, reason, body)
    select received_at, bytes, bin_number, ${DICTIONARY}, main_board_id, topic, reason, body
    from unnest(
      ${frames.map(({ receivedAt }) => new Date(receivedAt).toISOString())}::timestamptz[],
      ${frames.map(({ bytes }) => bytes)}::integer[],
      ${frames.map(({ binNumber }) => binNumber)}::smallint[],
      ${frames.map(({ mainBoardId }) => mainBoardId)}::text[],
      ${frames.map(({ topic }) => topic)}::text[],
      ${frames.map(({ reason }) => reason)}::text[],
      ${frames.map(({ body }) => body)}::bytea[]
    ) as frame (received_at, bytes, bin_number, main_board_id, topic, reason, body)
  `.execute(trx);
}

/** Frames that come in wait behind a drop that waits; rather than that, it is left for later. */
const DROP_WAIT = '2s';

/**
 * Drops the partitions whose every frame is older than `days` days; the names of those dropped.
 * Rejects where somebody reads raw frames for longer than a drop may wait.
 */
export async function dropOldRawFrames(
  db: Kysely<Tables>,
  days: number,
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'raw_frames'::regclass`.execute(db);
  const oldest = new Date(now - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_');
  const old = rows.map(({ name }) => name).filter((name) => name < `raw_frames_${oldest}`);
  for (const name of old) {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(DROP_WAIT)}`.execute(trx);
      await sql`drop table ${sql.table(name)}`.execute(trx);
    });
  }
  return old;
}
