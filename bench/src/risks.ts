import { setTimeout } from 'node:timers/promises';
import { fillDayMeans, fillLatest } from './fill.ts';
import { type Figure, median } from './report.ts';
import { requestCompressed } from './request.ts';
import { adminToken, makeBoards, type Postgres, startGranary } from './server.ts';

const DAYS = 365;
const RUNS = 21;

/** Measures the time to load the grain risks of a bin with a year of daily means. */
export async function benchRisks({ pool, url }: Postgres): Promise<Figure[]> {
  const granary = await startGranary(url);
  try {
    const { binIds } = await makeBoards(pool, granary.dataDir, 1, 1);
    const [bin = 0] = binIds;
    await fillLatest(pool, binIds);
    await fillDayMeans(pool, bin, DAYS);
    const token = await adminToken(granary.url);
    const measure = async () => {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const start = performance.now();
        await requestCompressed(`${granary.url}/api/board/grainRisks?bin_sensor_id=${bin}`, token);
        times.push(performance.now() - start);
      }
      return times;
    };
    const calculatedTimes = await measure();
    await pool.query('insert into alert_marks (bin_id) values ($1)', [bin]);
    while (!(await isEvaluated())) await setTimeout(100);
    const storedMs = median(await measure());
    return [
      {
        name: 'one year of grain risks over HTTP, before the bin is evaluated, first / median',
        value: `${(calculatedTimes[0] ?? 0).toFixed(0)} / ${median(calculatedTimes).toFixed(1)} ms`,
        budget: '',
        pass: null,
      },
      {
        name: 'the same, after the bin is evaluated',
        value: `median ${storedMs.toFixed(1)} ms`,
        budget: '',
        pass: null,
      },
    ];
  } finally {
    await granary.stop();
  }

  async function isEvaluated(): Promise<boolean> {
    const { rows } = await pool.query('select from alert_memories where storage_times is not null');
    return rows.length > 0;
  }
}
