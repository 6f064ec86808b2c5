import { readingFrame } from '@granary/contract/readings/frame';
import { toReading } from '@granary/domain/readings/board-report';
import type { Reading } from '@granary/domain/readings/reading';
import { type Millis, millis } from '@granary/domain/units';
import type { LoadTestResult } from '@granary/simulator/load';
import {
  createFrameTemplate,
  type FrameTemplate,
  writeFrame,
} from '@granary/simulator/load/frames';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { ReadingRow, Tables } from '../../src/platform/postgres/tables.ts';
import { fromReadingRow } from '../../src/readings/row.ts';

/** How the stored readings compare with the frames that the load tests sent. */
export interface StoredComparison {
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged but not stored. */
  readonly lost: number;
  /** Stored but not acknowledged; at most those in flight at the end. */
  readonly unacknowledged: number;
  /** Compared readings that differ from what was sent. */
  readonly changed: number;
  readonly compared: number;
}

const SIZE = { cables: 8, sensors: 16 };
/** One in this many of a bin's readings is compared with the sent values. */
const SAMPLE_INTERVAL = 50;

/** Compares the acknowledged frames of load tests with the stored readings of their bins. */
export async function compareStoredReadings(
  db: Kysely<Tables>,
  loads: readonly LoadTestResult[],
  binIds: ReadonlyMap<string, number>,
): Promise<StoredComparison> {
  const acknowledged = new Map<string, Set<number>>(
    [...binIds.keys()].map((id) => [id, new Set()]),
  );
  for (const load of loads) {
    for (const { mainBoardId, at } of load.listAcknowledgments()) {
      acknowledged.get(mainBoardId)?.add(at);
    }
  }
  const total = { acknowledged: 0, stored: 0, lost: 0, unacknowledged: 0, changed: 0, compared: 0 };
  for (const [board, acknowledgedTimes] of acknowledged) {
    const binId = binIds.get(board) ?? 0;
    const stored = await readReadingTimes(db, binId);
    total.acknowledged += acknowledgedTimes.size;
    total.stored += stored.size;
    for (const at of acknowledgedTimes) if (!stored.has(at)) total.lost++;
    for (const at of stored) if (!acknowledgedTimes.has(at)) total.unacknowledged++;
    const { compared, changed } = await compareValues(db, board, binId);
    total.compared += compared;
    total.changed += changed;
  }
  return total;
}

async function readReadingTimes(db: Kysely<Tables>, binId: number): Promise<Set<number>> {
  const { rows } = await sql<{ instants: string }>`
    select coalesce(string_agg((extract(epoch from at) * 1000)::bigint::text, ','), '') as instants
    from readings where bin_id = ${binId}`.execute(db);
  const text = rows[0]?.instants ?? '';
  return new Set(text === '' ? [] : text.split(',').map(Number));
}

async function compareValues(db: Kysely<Tables>, board: string, binId: number) {
  const { rows } = await sql<ReadingRow>`
    select * from (
      select *, row_number() over (order by at) as n from readings where bin_id = ${binId}
    ) numbered where n % ${sql.lit(SAMPLE_INTERVAL)} = 1`.execute(db);
  const template = createFrameTemplate(board, 1, SIZE);
  const changed = rows.filter((row) => {
    const sentReading = toSentReading(template, millis(row.at.getTime()));
    return serializeValues(fromReadingRow(row)) !== serializeValues(sentReading);
  });
  return { compared: rows.length, changed: changed.length };
}

function toSentReading(template: FrameTemplate, at: Millis): Reading {
  const packet = Buffer.alloc(template.packet.bytes.length);
  writeFrame(template, at, 1, packet, 0);
  const text = packet.subarray(template.packet.payloadOffset).toString();
  const { sentAt, ...report } = z.decode(readingFrame, JSON.parse(text));
  return toReading(report, sentAt, false);
}

function serializeValues({ temperatures, humidities, scalars, at }: Reading): string {
  const { lengths, values } = temperatures;
  return JSON.stringify([at, lengths, [...values], [...humidities.values], scalars]);
}
