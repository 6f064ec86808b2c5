import type { Scope } from '@granary/domain/access/access';
import type { BinState } from '@granary/domain/bins/state';
import type { Millis, TemperatureUnit } from '@granary/domain/units';
import { type Insertable, sql } from 'kysely';
import { inScope } from '../../access/scope-sql.ts';
import type { BinStatesTable, StoredWorstFinding } from '../../platform/postgres/tables/bins.ts';
import type { Db, Trx } from '../../platform/postgres/tables.ts';

export async function writeBinState(
  trx: Trx,
  binId: number,
  state: Omit<Insertable<BinStatesTable>, 'binId'>,
): Promise<void> {
  await trx
    .insertInto('binStates')
    .values({ binId, ...state })
    .onConflict((conflict) => conflict.column('binId').doUpdateSet(state))
    .execute();
}

export async function deleteBinState(trx: Trx, binId: number): Promise<void> {
  await trx.deleteFrom('binStates').where('binId', '=', binId).execute();
}

/** A bin with its state. */
export interface BinStateRow {
  readonly binId: number;
  readonly binName: string;
  readonly temperatureUnit: TemperatureUnit;
  readonly state: BinState;
}

/** The states at `now` of bins that exist; the state of a bin that has not been evaluated yet is unknown. */
export async function findBinStates(
  db: Db,
  ids: readonly number[],
  now: Millis,
): Promise<BinStateRow[]> {
  const { rows } = await sql<BinStateRow>`
    select bins.id as bin_id, bins.name as bin_name, temperature_unit,
      coalesce(${selectAt(now, 'state')}, 'unknown') as state
    from bins left join bin_states on bin_states.bin_id = bins.id
    where bins.id = any(${ids}) and bins.deleted_at is null
    order by bins.name, bins.id`.execute(db);
  return rows;
}

/**
 * The number of bins in a scope that have findings at `now` but no open alert, optionally limited to one farm
 * or bin.
 */
export async function countBinsWithoutAlert(
  db: Db,
  scope: Scope,
  { farmId, binId }: { readonly farmId: number | null; readonly binId: number | null },
  now: Millis,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from bins
    join farms on farms.id = bins.farm_id
    join users on users.id = farms.owner_id
    join bin_states on bin_states.bin_id = bins.id
    where bins.deleted_at is null and ${inScope(scope)}
      and (${farmId}::integer is null or farms.id = ${farmId})
      and (${binId}::integer is null or bins.id = ${binId})
      and ${selectAt(now, 'severity')} is not null
      and not exists (select from alerts where alerts.bin_id = bins.id and closed_at is null)
    `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of bins in each state on a farm, and the worst finding. */
export interface FarmStatesRow extends Readonly<Record<CountedState, number>> {
  readonly farmId: number;
  readonly userId: number;
  /** The bin with the worst finding. If there are no findings, this and the other bin columns are null. */
  readonly binId: number | null;
  readonly binName: string;
  readonly temperatureUnit: TemperatureUnit;
  readonly readAt: Date | null;
  readonly worst: StoredWorstFinding | null;
}

type CountedState = 'critical' | 'warning' | 'noData' | 'watch' | 'unknown' | 'ok';

/** The states at `now` of the bins on each farm in a scope; farms without bins are omitted. */
export async function findFarmStateRows(
  db: Db,
  scope: Scope,
  now: Millis,
): Promise<FarmStatesRow[]> {
  const count = (state: BinState) => sql`(count(*) filter (where state = ${state}))::int`;
  const { rows } = await sql<FarmStatesRow>`
    with current as (
      select bins.id as bin_id, farms.id as farm_id, farms.owner_id,
        coalesce(${selectAt(now, 'state')}, 'unknown') as state, ${selectAt(now, 'severity')} as severity
      from bins
      join farms on farms.id = bins.farm_id
      join users on users.id = farms.owner_id
      left join bin_states on bin_states.bin_id = bins.id
      where bins.deleted_at is null and farms.deleted_at is null and users.deleted_at is null
        and ${inScope(scope)}
    ), counted as (
      select farm_id, owner_id as user_id, ${count('critical')} as critical,
        ${count('warning')} as warning, ${count('no-data')} as no_data, ${count('watch')} as watch,
        ${count('unknown')} as unknown, ${count('ok')} as ok,
        (array_agg(bin_id order by severity, bin_id) filter (where severity is not null))[1]
          as worst_bin
      from current group by farm_id, owner_id
    )
    select counted.farm_id, counted.user_id, critical, warning, no_data, watch, unknown, ok,
      bins.id as bin_id, bins.name as bin_name,
      bins.temperature_unit, latest.at as read_at, ${selectAt(now, 'worst')} as worst
    from counted
    left join bins on bins.id = worst_bin
    left join bin_states on bin_states.bin_id = worst_bin
    left join latest on latest.bin_id = worst_bin
    order by counted.farm_id`.execute(db);
  return rows;
}

/** A stored value of `bin_states` as it is at `now`. */
function selectAt(now: Millis, column: 'state' | 'severity' | 'worst') {
  const [current, next] = [sql.ref(`bin_states.${column}`), sql.ref(`bin_states.next_${column}`)];
  return sql`case when bin_states.changes_at <= ${new Date(now)} then ${next} else ${current} end`;
}
