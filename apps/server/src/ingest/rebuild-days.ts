import { toLocalDay } from '@granary/domain/bins/local-day';
import { knownZone } from '@granary/domain/farms/time-zones';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { type BinContext } from '../readings/bin-context.ts';
import { type Day, dayOfReadings, dayRowOf, joinDays } from '../readings/days/day.ts';
import { findReadingsBetween } from '../readings/readings-store.ts';
import { readingOfRow } from '../readings/row.ts';
import { lockLatest } from './readings-store.ts';
import { countByUtcDay, findBinsToRebuild, replaceDays } from './rebuild-days-store.ts';

export interface RebuildPorts {
  readonly db: Kysely<Tables>;
  /** A bin that exists, with its farm's zone as it is now. */
  loadBin(db: Kysely<Tables>, id: number): Promise<BinContext | null>;
  failed(error: unknown): void;
}

/**
 * Rebuilds the days of all bins whose farm has another time zone than their days. Which these are
 * stands in the database, so that work cut short is taken up by the next run, in any process.
 */
export async function rebuildAllDays(ports: RebuildPorts, signal: AbortSignal): Promise<void> {
  for (const binId of await findBinsToRebuild(ports.db)) {
    if (signal.aborted) return;
    // A bin that cannot be rebuilt now must not keep the next ones waiting.
    await rebuildDays(ports, binId).catch(ports.failed);
  }
}

/** What the readings of one day of UTC come to, on each calendar day that it touches. */
interface Part {
  /** Readings are only ever added, so that as many are the same. */
  readonly count: number;
  readonly days: ReadonlyMap<string, Day>;
}

/**
 * Works out a bin's days afresh from its readings, in its farm's time zone. The long part holds
 * nothing up; then the bin is locked, and what came in meanwhile is added. Nothing happens where
 * the bin does not exist.
 */
export async function rebuildDays(
  { db, loadBin }: Pick<RebuildPorts, 'db' | 'loadBin'>,
  binId: number,
): Promise<void> {
  const before = await loadBin(db, binId);
  if (!before) return;
  const parts = await gather(db, before, new Map());
  await db.transaction().execute(async (trx) => {
    const [locked] = await lockLatest(trx, [binId]);
    const context = await loadBin(trx, binId);
    if (!context || locked?.daysZone === context.timeZone) return;
    const isSame = basisOf(context) === basisOf(before);
    const days = joined(await gather(trx, context, isSame ? parts : new Map()));
    const rows = [...days].map(([day, value]) => dayRowOf(context, day, value));
    await replaceDays(trx, binId, rows, context.timeZone);
  });
}

/** All that a day depends on besides its readings. */
function basisOf({ timeZone, statuses, cropPeriods }: BinContext): string {
  return JSON.stringify([timeZone, [...statuses], cropPeriods]);
}

/** Adds the parts that are missing or to which readings were added. */
async function gather(
  db: Kysely<Tables>,
  context: BinContext,
  known: ReadonlyMap<string, Part>,
): Promise<Map<string, Part>> {
  const parts = new Map(known);
  for (const { utcDay, count } of await countByUtcDay(db, context.bin.id)) {
    if (parts.get(utcDay)?.count === count) continue;
    const since = Date.parse(utcDay);
    const until = new Date(since + DAY);
    const rows = await findReadingsBetween(db, context.bin.id, new Date(since), until);
    parts.set(utcDay, { count: rows.length, days: daysOf(context, rows.map(readingOfRow)) });
  }
  return parts;
}

function daysOf(context: BinContext, readings: readonly Reading[]): Map<string, Day> {
  const zone = knownZone(context.timeZone);
  const groups = new Map<string, Reading[]>();
  for (const reading of readings) {
    const day = toLocalDay(reading.at, zone);
    const group = groups.get(day);
    if (group) group.push(reading);
    else groups.set(day, [reading]);
  }
  return new Map([...groups].map(([day, group]) => [day, dayOfReadings(context, group)]));
}

function joined(parts: ReadonlyMap<string, Part>): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const part of parts.values()) {
    for (const [day, value] of part.days) {
      const known = days.get(day);
      days.set(day, known ? joinDays(known, value) : value);
    }
  }
  return days;
}
