import type { Pool } from 'pg';

const CABLES = 8;
const SENSORS = 16;

/** Inserts daily rows for bins up to today, with eight cables of sixteen sensors. */
export async function fillDays(pool: Pool, binIds: readonly number[], days: number): Promise<void> {
  const extremes = (places: number) =>
    `(select string_agg(int2send((1000 + random() * 2000)::smallint), '')
      from generate_series(1, ${6 * places}))`;
  await pool.query(
    `insert into days (bin_id, day, readings, first_at, last_at, level_mm, co2, wind_speed,
       wind_pressure, wind_temperature, battery, ambient_temperature, ambient_humidity,
       average_humidity, cable_extremes, lengths, sensor_extremes)
     select bin, current_date - n, 96, now() - n * interval '1 day', now() - n * interval '1 day',
       2100, 450, 0.1, 2, 8.5, 90, 620, 6500, 6400,
       ${extremes(CABLES)}, '\\x1010101010101010', ${extremes(CABLES * SENSORS)}
     from unnest($1::int[]) bin, generate_series(0, $2::int - 1) n
     on conflict (bin_id, day) do nothing`,
    [binIds, days],
  );
}

/** Inserts the daily means of a bin's last days, with eight cables of sixteen sensors in wheat. */
export async function fillDayMeans(pool: Pool, binId: number, days: number): Promise<void> {
  const values = (middle: number) =>
    `(select string_agg(int2send((${middle} + n % 30 * 5 + s)::smallint), '')
      from generate_series(1, ${CABLES * SENSORS}) s)`;
  await pool.query(
    `insert into day_means (bin_id, day, readings, lengths, means, fan_off_means, moistures)
     select $1, current_date - n, 24,
       (select string_agg(int2send(${SENSORS}::smallint), '') from generate_series(1, ${CABLES})),
       ${values(500)}, ${values(500)}, ${values(1350)}
     from generate_series(1, $2::int) n`,
    [binId, days],
  );
}

/** A series of readings up to now. */
export interface ReadingSeries {
  readonly days: number;
  readonly intervalS: number;
  /** Sensors on each of the eight cables. */
  readonly sensors: number;
}

/** Inserts readings of a bin, and creates the partitions for them. */
export async function fillReadings(
  pool: Pool,
  binId: number,
  { days, intervalS, sensors }: ReadingSeries,
): Promise<void> {
  const now = new Date();
  const months = Math.ceil(days / 28) + 1;
  for (let ago = 0; ago <= months; ago++) {
    const [from, to] = [ago, ago - 1].map((back) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 10),
    );
    await pool.query(
      `create table if not exists readings_${from?.slice(0, 7).replaceAll('-', '_')}
       partition of readings for values from ('${from}Z') to ('${to}Z')`,
    );
  }
  // Slow waves, so that values differ between readings and sensors.
  const values = (mean: number, amplitude: number) =>
    `(select array_agg((${mean} + ${amplitude} * sin(n / 500.0 + s))::smallint)
      from generate_series(1, ${CABLES * sensors}) s)`;
  await pool.query(
    `insert into readings (at, bin_id, level_mm, co2, wind_speed, wind_pressure, wind_temperature,
       battery, ambient_temperature, ambient_humidity, flags, cables, temperatures, humidities)
     select $3::timestamptz - n * $4::int * interval '1 second', $1, 2100, 450 + n % 50, 0.1, 2,
       8.5, 90, 620, 6500, 0, decode(repeat(lpad(to_hex($5::int), 2, '0'), ${CABLES}), 'hex'),
       ${values(1500, 800)}, ${values(6000, 900)}
     from generate_series(0, $2::int - 1) n
     on conflict (bin_id, at) do nothing`,
    [binId, Math.floor((days * 86_400) / intervalS), now, intervalS, sensors],
  );
}

/** The conditions of a bin whose 70th sensor, the sixth of cable 5, is a hot spot. */
const HOT_SPOT = JSON.stringify({
  sensors: [{ cable: 5, position: 6, isHeld: true, since: null }],
});

/**
 * Inserts the latest reading of each bin, with eight cables of sixteen sensors. Its days have the
 * farm's time zone, so that the server does not rebuild them. One bin in fifty has had a hot spot for
 * two months.
 */
export async function fillLatest(pool: Pool, binIds: readonly number[]): Promise<void> {
  await pool.query(
    `update latest set at = now(), recent = array[0, 0]::bigint[], level_mm = 2100, co2 = 450,
       wind_speed = 0.1, wind_pressure = 2, wind_temperature = 8.5, battery = 90,
       ambient_temperature = 620, ambient_humidity = 6500, flags = 0, cables = '\\x1001',
       days_zone = farms.timezone,
       conditions = case when bin_id % 50 = 0 then '${HOT_SPOT}'::jsonb end
     from bins join farms on farms.id = bins.farm_id
     where bin_id = any($1) and bins.id = bin_id`,
    [binIds],
  );
  const values = (middle: number, spike: number) =>
    `(select array_agg((${middle} + s % 16 * 20
       + case when bin_id % 50 = 0 and s = 70 then ${spike} else 0 end)::smallint)
      from generate_series(1, ${CABLES * SENSORS}) s)`;
  await pool.query(
    `insert into readings (at, bin_id, battery, flags, cables, temperatures, humidities)
     select at, bin_id, 90, 0, decode(repeat('1001', ${CABLES}), 'hex'), ${values(500, 1500)},
       ${values(5500, 0)}
     from latest where bin_id = any($1)
     on conflict (bin_id, at) do nothing`,
    [binIds],
  );
  const hotBinIds = binIds.filter((id) => id % 50 === 0);
  await fillDays(pool, hotBinIds, 62);
}

/** The finding and alert for a hot spot, as an evaluation would store them. */
const CRITICAL = JSON.stringify({
  finding: {
    kind: 'hot-spot',
    cable: 5,
    position: 6,
    depth: 6,
    temperature: 21,
    excess: 15,
    limit: 5,
    co2: null,
    alerts: [
      {
        rule: 'hot-spot',
        severity: 'critical',
        since: Date.now(),
        value: 15,
        limit: 5,
        sensor: { cable: 5, position: 6, depth: 6 },
      },
    ],
  },
  cables: [{ cable: 5, name: 'North' }],
  hotSince: { cable: 5, day: '2026-07-01', ratePerDay: 0.3 },
});

const DAMP = JSON.stringify({
  finding: { kind: 'humidity-insight', value: 72, limit: 70 },
  cables: [],
  hotSince: null,
});

const NO_DATA = JSON.stringify({
  finding: { kind: 'no-data', since: Date.now(), usualIntervalMs: 3_600_000 },
  cables: [],
  hotSince: null,
});

/** Stores the states of bins as their evaluations would: one in fifty is critical, one in five on watch. */
export async function fillStates(pool: Pool, binIds: readonly number[]): Promise<void> {
  await pool.query(
    `insert into bin_states
     select id, case when id % 50 = 0 then 'critical' when id % 5 = 0 then 'watch' else 'ok' end,
       case when id % 50 = 0 then array[0, 1, -2] when id % 5 = 0 then array[3, 1, -0.03] end,
       case when id % 50 = 0 then $2::jsonb when id % 5 = 0 then $3::jsonb end,
       now() + interval '1 hour', 'no-data', array[2, 1, 0], $4::jsonb
     from unnest($1::int[]) id
     on conflict (bin_id) do update set state = excluded.state, severity = excluded.severity,
       worst = excluded.worst, changes_at = excluded.changes_at, next_state = excluded.next_state,
       next_severity = excluded.next_severity, next_worst = excluded.next_worst`,
    [binIds, CRITICAL, DAMP, NO_DATA],
  );
}

/** Gives each farm of these bins to a separate customer. */
export async function assignToCustomers(pool: Pool, binIds: readonly number[]): Promise<void> {
  await pool.query(
    `with moved as (
       select farm_id, row_number() over (order by farm_id) as n
       from (select distinct farm_id from bins where id = any($1::int[])) farms
     ), customer as (
       insert into users (email, password_hash, role, first_name, last_name, city)
       select 'customer-' || n || '@bench.example', '-', 'user', 'First' || n, 'Last' || n, 'Winkler'
       from moved returning id, email
     )
     update farms set owner_id = customer.id from moved, customer
     where farms.id = moved.farm_id and customer.email = 'customer-' || n || '@bench.example'`,
    [binIds],
  );
  await pool.query('vacuum analyze');
}

/** Moves bins to new farms of their owner, two per farm. */
export async function assignToFarms(pool: Pool, binIds: readonly number[]): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into farms (owner_id, name, timezone)
     select (select owner_id from farms join bins on bins.farm_id = farms.id where bins.id = $1),
       'Farm ' || n, 'America/Winnipeg'
     from generate_series(1, $2::int) n returning id`,
    [binIds[0], Math.ceil(binIds.length / 2)],
  );
  await moveBinsToFarms(
    pool,
    binIds,
    rows.map(({ id }) => id),
  );
}

/** Moves bins to these farms, two per farm. */
export async function moveBinsToFarms(
  pool: Pool,
  binIds: readonly number[],
  farmIds: readonly number[],
): Promise<void> {
  await pool.query(
    `update bins set farm_id = farms.id
     from unnest($1::int[]) with ordinality moved (id, place),
       unnest($2::int[]) with ordinality farms (id, place)
     where bins.id = moved.id and farms.place = (moved.place + 1) / 2`,
    [binIds, farmIds],
  );
  await pool.query('vacuum analyze');
}
