import { proveMalformedFrames } from '../../apps/server/test/support/malformed-frame-proof.ts';
import { type Figure, formatAmount } from '../src/report.ts';

const FRAMES = 1_000_000;
/** The limit for other boards' latency beside malformed frames over that beside valid ones. */
const RATIO = 2;

/** Sends many malformed frames, and measures other boards beside them. */
export async function frames(count: number = FRAMES): Promise<Figure[]> {
  const figures = await proveMalformedFrames({
    form: 'built',
    frames: count,
    connections: Math.ceil(count / 50),
    ratePerSecond: 500,
    aloneMs: 20_000,
    comparesWithSound: true,
    print: (line) => console.log(`  ${line}`),
  });
  const { p99, beside } = figures;
  const ratio = p99.spoilt / (p99.sound ?? Number.NaN);
  const exact = (name: string, value: number, should: number): Figure => ({
    name,
    value: formatAmount(value),
    budget: formatAmount(should),
    pass: value === should,
  });
  const ms = (value: number | null) => `${formatAmount(value ?? 0, 1)} ms`;
  return [
    exact('malformed frames acknowledged', figures.acknowledged, figures.sent),
    exact('stored as raw data', figures.kept, figures.sent),
    exact('stored without the reason of the parser', figures.unexplained, 0),
    exact('miscounted', figures.miscounted, 0),
    exact('board sessions disconnected', figures.cut, 0),
    exact('latest and days that differ from their readings', figures.differences.length, 0),
    exact('readings of other boards lost', beside.lost, 0),
    {
      name: 'the server process did not restart and exits normally',
      value: figures.isSameProcess && figures.exitCode === 0 ? 'yes' : 'no',
      budget: 'yes',
      pass: figures.isSameProcess && figures.exitCode === 0,
    },
    {
      name: 'rejected with a reason; the others were valid',
      value: `${formatAmount(figures.refused)}, at ${formatAmount(figures.spoiltPerSecond)}/s`,
      budget: '',
      pass: null,
    },
    {
      name: "others' acknowledgement, p99: alone / beside valid / beside malformed",
      value: [p99.alone, p99.sound, p99.spoilt].map(ms).join(' / '),
      budget: '',
      pass: null,
    },
    {
      name: 'beside malformed over beside valid',
      value: ratio.toFixed(2),
      budget: `at most ${RATIO}`,
      pass: ratio <= RATIO,
    },
  ];
}
