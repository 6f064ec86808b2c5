import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** The values of a bin's level sensors at one time. */
export interface MeasuredLevel {
  readonly at: Date;
  readonly levelMm: number | null;
  readonly pressureX1: number | null;
  readonly pressureX2: number | null;
}

export interface LedgerEntryLevels {
  readonly binId: number;
  /** The total volume of this ledger entry and the entries between the two readings; unloads are negative. */
  readonly enteredChange: number;
  readonly before: MeasuredLevel;
  readonly after: MeasuredLevel;
}

type Row = Omit<LedgerEntryLevels, 'before' | 'after'> &
  Readonly<Record<`${'before' | 'after'}At`, Date>> &
  Readonly<
    Record<`${'before' | 'after'}${'LevelMm' | 'PressureX1' | 'PressureX2'}`, number | null>
  >;

/**
 * The levels before and after a ledger entry, or null if either reading is missing. The grain may have been
 * moved up to `toleranceMs` before or after the time of the entry. A reading within `unloadingMs` after any
 * entry is left out, because part of that entry's grain might still be on the truck.
 */
export async function findEntryLevels(
  db: Db,
  loadId: number,
  { toleranceMs, unloadingMs }: { readonly toleranceMs: number; readonly unloadingMs: number },
): Promise<LedgerEntryLevels | null> {
  const toInterval = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;
  const isSettled = sql`not exists (
    select from bin_loads moved where moved.bin_id = readings.bin_id
      and moved.at > readings.at - ${toInterval(unloadingMs)} and moved.at <= readings.at
  )`;
  const { rows } = await sql<Row>`
    select load.bin_id, (
      select sum(case other.type when 'load' then other.volume else -other.volume end)
      from bin_loads other where other.bin_id = load.bin_id and (
        other.id = load.id or (other.at > before.at and other.at <= after.at)
      )
    ) as entered_change,
      before.at as before_at, before.level_mm as before_level_mm,
      before.pressure_x1 as before_pressure_x1, before.pressure_x2 as before_pressure_x2,
      after.at as after_at, after.level_mm as after_level_mm,
      after.pressure_x1 as after_pressure_x1, after.pressure_x2 as after_pressure_x2
    from bin_loads load
    cross join lateral (
      select * from readings where bin_id = load.bin_id
        and at between load.at - 2 * ${toInterval(toleranceMs)} and load.at - ${toInterval(toleranceMs)}
        and ${isSettled}
      order by at desc limit 1
    ) before
    cross join lateral (
      select * from readings where bin_id = load.bin_id
        and at between load.at and load.at + ${toInterval(toleranceMs)}
        and ${isSettled}
      order by at desc limit 1
    ) after
    where load.id = ${loadId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    binId: row.binId,
    enteredChange: row.enteredChange,
    before: {
      at: row.beforeAt,
      levelMm: row.beforeLevelMm,
      pressureX1: row.beforePressureX1,
      pressureX2: row.beforePressureX2,
    },
    after: {
      at: row.afterAt,
      levelMm: row.afterLevelMm,
      pressureX1: row.afterPressureX1,
      pressureX2: row.afterPressureX2,
    },
  };
}
