import { fileURLToPath } from 'node:url';
import { fillDays, fillReadings } from './fill.ts';
import { amount, type Figure } from './report.ts';
import { adminToken, makeBoards, type Postgres, startGranary } from './server.ts';

const DAYS = 365;
const EVERY_S = 900;
const SENSORS = 24;
const LOOK_EVERY_ROWS = 1_000;
const BUDGET = 20_000_000;
const IDLE_LOOKS = 3;

/** How much memory the server needs to export a year of a full bin. */
export async function benchExport(postgres: Postgres): Promise<Figure[]> {
  const { pool } = postgres;
  const granary = await startGranary(postgres.url, PROBED);
  try {
    const { binIds } = await makeBoards(pool, granary.dataDir, 1, 1);
    const bin = binIds[0] ?? 0;
    await fillReadings(pool, bin, { days: DAYS, everyS: EVERY_S, sensors: SENSORS });
    await fillDays(pool, [bin], DAYS);
    // The columns of the file follow from the longest day.
    await pool.query(`update days set lengths = decode(repeat('18', 8), 'hex')`);
    const url = `${granary.url}/api/board/exportReadings?bin_sensor_id=${bin}`;
    const headers = { authorization: `Bearer ${await adminToken(granary.url)}` };
    const of = (days: number) => {
      const [from, to] = [days, 0].map((ago) => new Date(Date.now() - ago * 86_400_000));
      return fetch(`${url}&from=${from?.toISOString()}&to=${to?.toISOString()}`, { headers });
    };
    // What is loaded and compiled once is no part of it.
    await (await of(1)).text();
    const idle = Math.max(...(await looks(granary.measure, IDLE_LOOKS)));
    const start = performance.now();
    const answer = await of(DAYS);
    const { rows, bytes, most } = await drain(answer, granary.measure);
    const seconds = (performance.now() - start) / 1000;
    if (rows < (DAYS * 86_400) / EVERY_S - 1) throw new Error(`The file has ${rows} rows.`);
    return [
      {
        name: `export of a year, ${amount(rows)} rows of ${8 * SENSORS} sensors, above idle`,
        value: `${amount((most - idle) / 1e6, 1)} MB (idle ${amount(idle / 1e6, 1)} MB; ${amount(bytes / 1e6)} MB in ${amount(seconds, 1)} s)`,
        budget: '20 MB or less',
        pass: most - idle <= BUDGET,
      },
    ];
  } finally {
    await granary.stop();
  }
}

const PROBED = [
  ...['--expose-gc', '--import', 'tsx'],
  ...['--import', fileURLToPath(new URL('memory-probe.ts', import.meta.url))],
];

async function looks(measure: () => Promise<number>, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let look = 0; look < count; look++) found.push(await measure());
  return found;
}

/** Reads a file of lines, and looks at the server's memory every so many of them. */
async function drain(answer: Response, measure: () => Promise<number>) {
  if (!answer.ok || answer.body === null) throw new Error(`The export answers ${answer.status}.`);
  const LINE_FEED = 10;
  let [lines, bytes, most, looked] = [0, 0, 0, 0];
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === LINE_FEED) lines++;
    if (lines - looked < LOOK_EVERY_ROWS) continue;
    looked = lines;
    most = Math.max(most, await measure());
  }
  return { rows: lines - 1, bytes, most };
}
