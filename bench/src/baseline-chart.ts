import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import pg from 'pg';

// The baseline for a year's chart: one query, JSON and gzip, without session, owner check, validation or
// renaming.

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
/** The minimum and maximum of temperature, moisture and humidity per cable. */
const BLOCKS = 6;
const BYTES_PER_VALUE = 2;

interface Row {
  readonly cable_extremes: Buffer;
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  // Uses a callback, because promises in `pg` keep the rows in memory (`createReleasingPool` in the server).
  pool.query<Row>(
    {
      name: 'chart',
      text: `select day::text, last_at, readings, level_mm, co2, wind_speed, wind_pressure,
          wind_temperature, battery, ambient_temperature, ambient_humidity, average_humidity,
          cable_extremes
        from days where bin_id = $1 and day >= (now() - interval '366 days')::date
        order by day desc`,
      values: [searchParams.get('bin_sensor_id')],
    },
    (error: Error | undefined, result) => {
      if (error) throw error;
      const body = gzipSync(JSON.stringify({ RESP_MSG: result.rows.map(toRecord) }), { level: 5 });
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': body.length,
      });
      response.end(body);
    },
  );
});

function toRecord({ cable_extremes: packed, ...day }: Row): unknown {
  const cables = packed.length / BYTES_PER_VALUE / BLOCKS;
  const extremes: number[][] = [];
  for (let block = 0; block < BLOCKS; block++) {
    const values: number[] = [];
    for (let cable = 0; cable < cables; cable++) {
      values.push(packed.readInt16BE((block * cables + cable) * BYTES_PER_VALUE) / 100);
    }
    extremes.push(values);
  }
  return { ...day, extremes };
}

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
