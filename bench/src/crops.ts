import { type Figure, formatAmount, median } from './report.ts';
import { adminToken, type Postgres, startGranary } from './server.ts';

const RUNS = 15;
const BUDGET_MS = 100;

const MEGABYTE = 1_000_000;
/** Invalid chart files. */
const FILES: Readonly<Record<string, string>> = {
  'of another type': `\x89PNG\r\n\x1a\n${'\x01\u0102'.repeat(100_000)}`,
  'that is empty': '',
  'with ragged rows': `,0,10\n50,11\n${'60,13,12\n'.repeat(150)}`,
  'of 10 MB': '1,2,3\n'.repeat((10 * MEGABYTE) / 6),
  'with a million columns': ','.repeat(MEGABYTE - 1),
  'with half a million filled columns': `${'1,'.repeat(MEGABYTE / 2 - 1)}1`,
  'with NUL bytes': `,0,10\n50,${'\0'.repeat(100_000)}`,
  'with 300,000 lines that end in CR': 'a\r'.repeat(300_000),
  'with an unclosed quote': `,0,10\n"${'50,11,10 '.repeat(100_000)}`,
  'over 1 MB': `,0,10\n50,11,10\n60,13,12${' '.repeat(MEGABYTE)}`,
  'with more than 10,000 rows': '1,2\n'.repeat(10_001),
  'with the maximum number of cells': `${'1,'.repeat(200)}1\n`.repeat(201),
};

/** Measures how fast invalid chart files are rejected, and checks that nothing is stored. */
export async function benchCrops(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  try {
    const token = await adminToken(granary.url);
    const figures: Figure[] = [];
    for (const [name, chart_data] of Object.entries(FILES)) {
      const body = JSON.stringify({ crop_name: 'Bench', chart_data });
      const times: number[] = [];
      for (let run = -2; run < RUNS; run++) {
        const start = performance.now();
        const status = await uploadFile(`${granary.url}/api/crop/addCrop`, body, token);
        if (status !== 413 && status !== 422)
          throw new Error(`A file ${name} was not rejected: status ${status}.`);
        if (run >= 0) times.push(performance.now() - start);
      }
      const ms = median(times);
      figures.push({
        name: `file ${name} (${formatAmount(body.length / 1000)} kB) rejected`,
        value: `median ${ms.toFixed(1)} ms`,
        budget: `${BUDGET_MS} ms or less`,
        pass: ms <= BUDGET_MS,
      });
    }
    const { rows } = await postgres.pool.query(
      'select from crops union all select from crop_tables',
    );
    if (rows.length > 0) throw new Error('Data from a rejected file was stored.');
    return figures;
  } finally {
    await granary.stop();
  }
}

async function uploadFile(url: string, body: string, token: string): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  try {
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    // The server closes the connection when Content-Length exceeds the limit.
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof Error && /EPIPE|ECONNRESET|other side closed/.test(cause.message)) {
      return 413;
    }
    throw error;
  }
}
