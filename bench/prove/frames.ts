import { proveMalformedFrames } from '../../apps/server/test/support/malformed-frame-proof.ts';
import { amount, type Figure } from '../src/report.ts';

const FRAMES = 1_000_000;
/** Other boards wait at most this much longer beside spoilt frames than beside sound ones. */
const RATIO = 2;

/** Spoilt frames in great number, and what other boards notice of them. */
export async function frames(count: number = FRAMES): Promise<Figure[]> {
  const figures = await proveMalformedFrames({
    ...{ form: 'built', frames: count, connections: Math.ceil(count / 50), ratePerSecond: 500 },
    ...{ aloneMs: 20_000, comparesWithSound: true, print: (line) => console.log(`  ${line}`) },
  });
  const { p99, beside } = figures;
  const ratio = p99.spoilt / (p99.sound ?? Number.NaN);
  const exact = (name: string, value: number, should: number): Figure => ({
    name,
    value: amount(value),
    budget: amount(should),
    pass: value === should,
  });
  const ms = (value: number | null) => `${amount(value ?? 0, 1)} ms`;
  return [
    exact('spoilt frames acknowledged', figures.acknowledged, figures.sent),
    exact('kept as raw data', figures.kept, figures.sent),
    exact('kept without the reason that reading them gives', figures.unexplained, 0),
    exact('miscounted', figures.miscounted, 0),
    exact('sessions of boards cut', figures.cut, 0),
    exact('latest and days that differ from their readings', figures.differences.length, 0),
    exact('readings of boards beside that were lost', beside.lost, 0),
    {
      name: 'the server is still the same process, and ends as it should',
      value: figures.isSameProcess && figures.exitCode === 0 ? 'yes' : 'no',
      budget: 'yes',
      pass: figures.isSameProcess && figures.exitCode === 0,
    },
    {
      name: 'refused with a reason, of all; the others could be read',
      value: `${amount(figures.refused)}, at ${amount(figures.spoiltPerSecond)}/s`,
      budget: '',
      pass: null,
    },
    {
      name: "others' acknowledgement, p99: alone / beside sound / beside spoilt",
      value: [p99.alone, p99.sound, p99.spoilt].map(ms).join(' / '),
      budget: '',
      pass: null,
    },
    {
      name: 'beside spoilt over beside sound',
      value: ratio.toFixed(2),
      budget: `at most ${RATIO}`,
      pass: ratio <= RATIO,
    },
  ];
}
