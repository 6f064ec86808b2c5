import { gunzipSync, gzipSync } from 'node:zlib';
import { type Figure, median } from './report.ts';

const RUNS = 11;
const RECORDS = 20_000;

/** How fast the machine is just now, to compare figures of one day or machine with another's by. */
export function benchMachine(): Figure[] {
  const times = Array.from({ length: RUNS }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  const value = `median ${median(times).toFixed(1)} ms`;
  return [{ name: 'the same work always', value, budget: '', pass: null }];
}

/** What servers do all day: write numbers and names, pack, unpack, read, sort. */
function work(): void {
  const records = Array.from({ length: RECORDS }, (_, n) => ({
    name: `record ${(n * 7_919) % RECORDS}`,
    values: [n / 100, (n * 31) / 100, (n * 97) / 100],
  }));
  const packed = gzipSync(JSON.stringify(records), { level: 1 });
  const read = JSON.parse(gunzipSync(packed).toString()) as typeof records;
  read.sort((a, b) => (a.name < b.name ? -1 : 1));
}
