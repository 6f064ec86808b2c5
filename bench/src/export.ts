import { fileURLToPath } from 'node:url';
import { fillDays, fillReadings } from './fill.ts';
import { type Figure, formatAmount } from './report.ts';
import { adminToken, makeBoards, type Postgres, startGranary } from './server.ts';

const DAYS = 365;
const INTERVAL_S = 900;
const SENSORS = 24;
const MEASURE_EVERY_ROWS = 1_000;
const BUDGET_BYTES = 20_000_000;
const IDLE_MEASUREMENTS = 3;

/** Measures the server's memory while it exports a year of readings from a bin with all its cables. */
export async function benchExport(postgres: Postgres): Promise<Figure[]> {
  const { pool } = postgres;
  const granary = await startGranary(postgres.url, PROBE_OPTIONS);
  try {
    const { binIds } = await makeBoards(pool, granary.dataDir, 1, 1);
    const bin = binIds[0] ?? 0;
    await fillReadings(pool, bin, { days: DAYS, intervalS: INTERVAL_S, sensors: SENSORS });
    await fillDays(pool, [bin], DAYS);
    // The highest sensor count of each cable on any day determines the columns.
    await pool.query(`update days set lengths = decode(repeat('18', 8), 'hex')`);
    const url = `${granary.url}/api/board/exportReadings?bin_sensor_id=${bin}`;
    const headers = { authorization: `Bearer ${await adminToken(granary.url)}` };
    const exportDays = (days: number) => {
      const [from, to] = [days, 0].map((ago) => new Date(Date.now() - ago * 86_400_000));
      return fetch(`${url}&from=${from?.toISOString()}&to=${to?.toISOString()}`, { headers });
    };
    // Loads and compiles the code before the measurement.
    await (await exportDays(1)).text();
    const idle = Math.max(...(await measureRepeatedly(granary.measureMemory, IDLE_MEASUREMENTS)));
    const start = performance.now();
    const answer = await exportDays(DAYS);
    const { rows, bytes, peakMemory } = await readExport(answer, granary.measureMemory);
    const seconds = (performance.now() - start) / 1000;
    if (rows < (DAYS * 86_400) / INTERVAL_S - 1) throw new Error(`The file has only ${rows} rows.`);
    return [
      {
        name: `server memory above idle during an export of a year, ${formatAmount(rows)} rows of ${8 * SENSORS} sensors`,
        value: `${formatAmount((peakMemory - idle) / 1e6, 1)} MB (idle ${formatAmount(idle / 1e6, 1)} MB; ${formatAmount(bytes / 1e6)} MB in ${formatAmount(seconds, 1)} s)`,
        budget: '20 MB or less',
        pass: peakMemory - idle <= BUDGET_BYTES,
      },
    ];
  } finally {
    await granary.stop();
  }
}

const PROBE_OPTIONS = [
  '--expose-gc',
  '--import',
  'tsx',
  '--import',
  fileURLToPath(new URL('memory-probe.ts', import.meta.url)),
];

async function measureRepeatedly(measure: () => Promise<number>, count: number): Promise<number[]> {
  const measurements: number[] = [];
  for (let run = 0; run < count; run++) measurements.push(await measure());
  return measurements;
}

/** Reads a CSV response and measures the server's memory every MEASURE_EVERY_ROWS rows. */
async function readExport(answer: Response, measure: () => Promise<number>) {
  if (!answer.ok || answer.body === null)
    throw new Error(`The export responded with ${answer.status}.`);
  const LINE_FEED = 10;
  let [lines, bytes, peakMemory, lastMeasuredLine] = [0, 0, 0, 0];
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === LINE_FEED) lines++;
    if (lines - lastMeasuredLine < MEASURE_EVERY_ROWS) continue;
    lastMeasuredLine = lines;
    peakMemory = Math.max(peakMemory, await measure());
  }
  return { rows: lines - 1, bytes, peakMemory };
}
