import { proveOverload } from '../../apps/server/test/support/overload-proof.ts';
import { amount, type Figure } from '../src/report.ts';

const MINUTES = 10;
const MEMORY_MB = 1_024;
const RATE_SHARE = 0.9;
const DRAINED_WITHIN_MS = 60_000;

/** A flood of so many minutes: a thousand boards with twenty frames in flight each. */
export async function overload(minutes: number = MINUTES): Promise<Figure[]> {
  const figures = await proveOverload({
    ...{ form: 'built', boards: 1_000 },
    ...{ calmMs: 30_000, floodMs: minutes * 60_000 },
    print: (line) => process.stdout.write(`\r  ${line}   `),
  });
  const { sent, acknowledged, lost, unacknowledged, changed, looked } = figures;
  const share = figures.floodRate / figures.calmRate;
  const exact = (name: string, value: number, should: number): Figure => ({
    name,
    value: amount(value),
    budget: amount(should),
    pass: value === should,
  });
  return [
    exact('readings offered and acknowledged', acknowledged, sent),
    exact('acknowledged and not stored', lost, 0),
    exact('stored and not acknowledged', unacknowledged, 0),
    exact(`other than sent, of ${amount(looked)} looked at`, changed, 0),
    exact('latest and days that differ, of 25 bins', figures.differences.length, 0),
    exact('connections lost', figures.reconnects, 0),
    {
      name: 'accepted before / in the flood',
      value: `${amount(figures.calmRate)} / ${amount(figures.floodRate)} readings/s`,
      budget: '',
      pass: null,
    },
    {
      name: 'share of the rate before',
      value: share.toFixed(2),
      budget: `at least ${RATE_SHARE}`,
      pass: share >= RATE_SHARE,
    },
    {
      name: "most memory of the server's process",
      value: `${amount(figures.memoryMb)} MB`,
      budget: `at most ${amount(MEMORY_MB)} MB`,
      pass: figures.memoryMb <= MEMORY_MB,
    },
    {
      name: 'all acknowledged after the end within',
      value: `${amount(figures.drainMs)} ms`,
      budget: `${amount(DRAINED_WITHIN_MS)} ms`,
      pass: acknowledged === sent && figures.drainMs <= DRAINED_WITHIN_MS,
    },
  ];
}
