import type { Pool } from 'pg';

const CABLES = 8;
const SENSORS = 16;

/** Days of bins until today, eight cables of sixteen sensors. */
export async function fillDays(pool: Pool, binIds: readonly number[], days: number): Promise<void> {
  const values = `(select array_agg((1000 + random() * 2000)::smallint)
    from generate_series(1, ${CABLES * SENSORS}))`;
  await pool.query(
    `insert into days (bin_id, day, readings, first_at, last_at, level_mm, co2, wind_speed,
       wind_pressure, wind_temperature, battery, ambient_temperature, ambient_humidity,
       average_humidity, cable_extremes, lengths, temp_min, temp_max, hum_min, hum_max, moist_min,
       moist_max)
     select bin, current_date - n, 96, now() - n * interval '1 day', now() - n * interval '1 day',
       2100, 450, 0.1, 2, 8.5, 90, 620, 6500, 6400,
       (select array_agg((1000 + random() * 2000)::smallint) from generate_series(1, 48)),
       '\\x1010101010101010', ${Array(6).fill(values).join(', ')}
     from unnest($1::int[]) bin, generate_series(0, $2::int - 1) n
     on conflict (bin_id, day) do nothing`,
    [binIds, days],
  );
}

/** How much of readings to make, until now. */
export interface Filling {
  readonly days: number;
  readonly everyS: number;
  /** On each of eight cables. */
  readonly sensors: number;
}

/** Readings of a bin straight in the database, with the months that they need. */
export async function fillReadings(
  pool: Pool,
  binId: number,
  { days, everyS, sensors }: Filling,
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
  // Slow waves, so that values differ from reading to reading and from sensor to sensor.
  const values = (middle: number, height: number) =>
    `(select array_agg((${middle} + ${height} * sin(n / 500.0 + s))::smallint)
      from generate_series(1, ${CABLES * sensors}) s)`;
  await pool.query(
    `insert into readings (at, bin_id, level_mm, co2, wind_speed, wind_pressure, wind_temperature,
       battery, ambient_temperature, ambient_humidity, flags, cables, temperatures, humidities)
     select $3::timestamptz - n * $4::int * interval '1 second', $1, 2100, 450 + n % 50, 0.1, 2,
       8.5, 90, 620, 6500, 0, decode(repeat(lpad(to_hex($5::int), 2, '0'), ${CABLES}), 'hex'),
       ${values(1500, 800)}, ${values(6000, 900)}
     from generate_series(0, $2::int - 1) n
     on conflict (bin_id, at) do nothing`,
    [binId, Math.floor((days * 86_400) / everyS), now, everyS, sensors],
  );
}
