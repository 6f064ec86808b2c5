import { MAX_FRAME_BYTES } from '@granary/contract/boards/topics';
import { sql } from 'kysely';
import { joinBytes } from '../platform/postgres/joined-arrays.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { DICTIONARY_VERSION, deflateFrame } from './deflate.ts';

/** A frame as received; `reason` is why it was rejected, or null if it was accepted. */
export interface RawFrame {
  readonly receivedAt: number;
  readonly mainBoardId: string;
  readonly binNumber: number | null;
  readonly topic: string;
  readonly payload: Buffer;
  readonly reason: string | null;
  /** Who or what requested the command, if the frame is a sent command. */
  readonly cause?: string;
}

/** A frame as it is stored. */
export interface PackedFrame extends Omit<RawFrame, 'payload'> {
  /** The length of the payload. If the payload is too long, only its start is stored in the body. */
  readonly bytes: number;
  readonly body: Buffer;
}

/** How many bytes of a payload that is too long are stored. */
const MAX_STORED_BYTES = 4096;

/** How many characters of a topic are stored: an index entry is limited to 2.7 kB. */
const MAX_TOPIC_LENGTH = 500;

/** Deflates a frame. */
export function packFrame({ payload, topic, ...frame }: RawFrame): PackedFrame {
  const stored = payload.length > MAX_FRAME_BYTES ? payload.subarray(0, MAX_STORED_BYTES) : payload;
  return {
    ...frame,
    topic: topic.slice(0, MAX_TOPIC_LENGTH),
    bytes: payload.length,
    body: deflateFrame(stored),
  };
}

/** Stores raw frames. The partition of the day must exist. */
export async function storeRawFrames(trx: Trx, frames: readonly PackedFrame[]): Promise<void> {
  if (frames.length === 0) return;
  const bodies = joinBytes(frames.map(({ body }) => body));
  await sql`
    insert into raw_frames
      (received_at, bytes, bin_number, dictionary, main_board_id, topic, reason, cause, body)
    select
      received_at, bytes, bin_number, ${DICTIONARY_VERSION}, main_board_id, topic, reason, cause,
      substr(${bodies.joined}::bytea, body_from, body_size)
    from unnest(
      ${frames.map(({ receivedAt }) => new Date(receivedAt).toISOString())}::timestamptz[],
      ${frames.map(({ bytes }) => bytes)}::integer[],
      ${frames.map(({ binNumber }) => binNumber)}::smallint[],
      ${frames.map(({ mainBoardId }) => mainBoardId)}::text[],
      ${frames.map(({ topic }) => topic)}::text[],
      ${frames.map(({ reason }) => reason)}::text[],
      ${frames.map(({ cause }) => cause ?? null)}::text[],
      ${bodies.starts}::integer[],
      ${bodies.sizes}::integer[]
    ) as frame
      (received_at, bytes, bin_number, main_board_id, topic, reason, cause, body_from, body_size)
  `.execute(trx);
}

/** A drop that waits for its lock blocks incoming frames, so it times out and is retried later. */
const DROP_LOCK_TIMEOUT = '2s';

/**
 * Drops the partitions whose frames are all older than `days` days, and returns their names. Rejects
 * if a query on raw frames lasts longer than the lock timeout.
 */
export async function dropOldRawFrames(db: Db, days: number, now: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'raw_frames'::regclass`.execute(db);
  const oldest = new Date(now - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_');
  const oldPartitions = rows
    .map(({ name }) => name)
    .filter((name) => name < `raw_frames_${oldest}`);
  for (const name of oldPartitions) {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(DROP_LOCK_TIMEOUT)}`.execute(trx);
      await sql`drop table ${sql.table(name)}`.execute(trx);
    });
  }
  return oldPartitions;
}
