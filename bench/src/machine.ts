import { gunzipSync, gzipSync } from 'node:zlib';
import { type Figure, median } from './report.ts';

const RUNS = 11;
const RECORDS = 20_000;

/** Measures the current speed of the machine, to compare figures from different days or machines. */
export function benchMachine(): Figure[] {
  const times = Array.from({ length: RUNS }, () => {
    const startedAt = performance.now();
    doTypicalWork();
    return performance.now() - startedAt;
  });
  const value = `median ${median(times).toFixed(1)} ms`;
  return [{ name: 'reference workload', value, budget: '', pass: null }];
}

/** Does typical server work: JSON, compression and sorting. */
function doTypicalWork(): void {
  const records = Array.from({ length: RECORDS }, (_, n) => ({
    name: `record ${(n * 7_919) % RECORDS}`,
    values: [n / 100, (n * 31) / 100, (n * 97) / 100],
  }));
  const packed = gzipSync(JSON.stringify(records), { level: 1 });
  const unpacked = JSON.parse(gunzipSync(packed).toString()) as typeof records;
  unpacked.sort((a, b) => (a.name < b.name ? -1 : 1));
}
