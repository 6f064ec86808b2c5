import { type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { Batcher } from '../../src/ingest/batcher.ts';
import type { DecodedFrame } from '../../src/ingest/decode.ts';
import type { IngestPorts, StoredReading } from '../../src/ingest/ingest-ports.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { inflateFrame } from '../../src/raw-data/deflate.ts';
import { createIngestPorts } from './mqtt-gateway.ts';

/** A frame from a board: its kind, time of arrival, and bytes or JSON. */
export interface SentFrame {
  readonly board: string;
  readonly at: Millis;
  /** The last level of the topic, after `up/`. */
  readonly kind?: string;
  readonly body: Buffer | string | object;
}

/** Ingests frames as the gateway does, and records the frames, readings and errors of each batch. */
export class IngestFeed {
  readonly ports: IngestPorts;
  readonly batcher: Batcher;
  readonly frames: DecodedFrame[] = [];
  readonly stored: StoredReading[] = [];
  readonly postponeErrors: unknown[] = [];

  constructor(db: Kysely<Tables>) {
    this.ports = createIngestPorts(db);
    this.batcher = new Batcher(this.ports, {
      stored: (frames, readings) => {
        this.frames.push(...frames);
        this.stored.push(...readings);
      },
      postponed: (error) => this.postponeErrors.push(error),
      observerFailed: (error) => {
        throw error;
      },
    });
  }

  /** Sends all frames together; resolves when every one is acknowledged. */
  async send(...frames: readonly SentFrame[]): Promise<void> {
    await Promise.all(frames.map((frame) => this.add(frame)));
  }

  add({ board, at, kind = 'temp-data', body }: SentFrame): Promise<void> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const payload = Buffer.isBuffer(body) ? body : Buffer.from(text);
    const topic = `boards/${board}/up/${kind}`;
    const frame = { mainBoardId: board, topic, payload, receivedAt: at };
    return new Promise((resolve) => this.batcher.add(frame, resolve));
  }

  /** Lists the reasons why frames were rejected, in order of arrival. */
  listRejections(): string[] {
    return this.frames.flatMap(({ content }) =>
      content.kind === 'rejected' ? [content.rejection] : [],
    );
  }
}

/** Creates a reading's JSON object: one cable with the given temperatures. */
export function createReadingBody(
  binNumber: number,
  at: number,
  temperatures: readonly (number | null)[] = [12.5],
  otherFields: object = {},
): object {
  const date_time = new Date(at).toISOString();
  return { v: 1, bin_number: binNumber, date_time, temp_reading: [temperatures], ...otherFields };
}

/** Reads a board's raw frames, unchanged, oldest first. */
export async function readRawFrames(db: Kysely<Tables>, board: string) {
  const rows = await db
    .selectFrom('rawFrames')
    .selectAll()
    .where('mainBoardId', '=', board)
    .orderBy('id')
    .execute();
  return rows.map(({ body, dictionary, ...row }) => ({
    topic: row.topic,
    reason: row.reason,
    binNumber: row.binNumber,
    bytes: row.bytes,
    receivedAt: millis(row.receivedAt.getTime()),
    payload: inflateFrame(body, dictionary),
  }));
}

/** Reads the times of a bin's readings, ms, oldest first. */
export async function readReadingTimes(db: Kysely<Tables>, binId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('readings')
    .select('at')
    .where('binId', '=', binId)
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at.getTime());
}
