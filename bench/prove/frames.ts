import { proveMalformedFrames } from '../../apps/server/test/support/malformed-frame-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure } from '../src/report.ts';

const FRAMES = 1_000_000;
/** The maximum ratio of other boards' latency with malformed frames to their latency with valid ones. */
const MAX_LATENCY_RATIO = 2;

/** Sends many malformed frames, and measures the latency of other boards. */
export async function runFrameProof(count: number = FRAMES): Promise<Figure[]> {
  const figures = await proveMalformedFrames({
    form: 'built',
    frames: count,
    connections: Math.ceil(count / 50),
    ratePerSecond: 500,
    baselineMs: 20_000,
    comparesWithValid: true,
    print: (line) => console.log(`  ${line}`),
  });
  const { p99, others } = figures;
  const ratio = p99.malformed / (p99.valid ?? Number.NaN);
  const ms = (value: number | null) => `${formatAmount(value ?? 0, 1)} ms`;
  return [
    exactFigure('malformed frames acknowledged', figures.acknowledged, figures.sent),
    exactFigure(
      'stored as raw data, or only counted after a board reached its limit',
      figures.stored + figures.notStored,
      figures.sent,
    ),
    exactFigure("stored with a reason other than the parser's", figures.reasonMismatches, 0),
    exactFigure('miscounted', figures.miscounted, 0),
    exactFigure('board sessions disconnected', figures.endedSessions, 0),
    exactFigure(
      'latest readings and days that do not match the stored readings',
      figures.differences.length,
      0,
    ),
    exactFigure('readings of other boards lost', others.lost, 0),
    {
      name: 'the server process did not restart and exited normally',
      value: figures.isSameProcess && figures.exitCode === 0 ? 'yes' : 'no',
      budget: 'yes',
      pass: figures.isSameProcess && figures.exitCode === 0,
    },
    infoFigure(
      'rejected with a reason; the others were valid',
      `${formatAmount(figures.rejected)}, at ${formatAmount(figures.malformedPerSecond)}/s`,
    ),
    infoFigure(
      "others' acknowledgment, p99: baseline / with valid / with malformed frames",
      [p99.baseline, p99.valid, p99.malformed].map(ms).join(' / '),
    ),
    {
      name: 'latency with malformed frames / with valid frames',
      value: ratio.toFixed(2),
      budget: `at most ${MAX_LATENCY_RATIO}`,
      pass: ratio <= MAX_LATENCY_RATIO,
    },
  ];
}
