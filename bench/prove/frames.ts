import { proveMalformedFrames } from '../../apps/server/test/support/malformed-frame-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure } from '../src/report.ts';

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
  const ms = (value: number | null) => `${formatAmount(value ?? 0, 1)} ms`;
  return [
    exactFigure('malformed frames acknowledged', figures.acknowledged, figures.sent),
    exactFigure('stored as raw data', figures.kept, figures.sent),
    exactFigure('stored without the reason of the parser', figures.unexplained, 0),
    exactFigure('miscounted', figures.miscounted, 0),
    exactFigure('board sessions disconnected', figures.cut, 0),
    exactFigure('latest and days that differ from their readings', figures.differences.length, 0),
    exactFigure('readings of other boards lost', beside.lost, 0),
    {
      name: 'the server process did not restart and exits normally',
      value: figures.isSameProcess && figures.exitCode === 0 ? 'yes' : 'no',
      budget: 'yes',
      pass: figures.isSameProcess && figures.exitCode === 0,
    },
    infoFigure(
      'rejected with a reason; the others were valid',
      `${formatAmount(figures.refused)}, at ${formatAmount(figures.spoiltPerSecond)}/s`,
    ),
    infoFigure(
      "others' acknowledgement, p99: alone / beside valid / beside malformed",
      [p99.alone, p99.sound, p99.spoilt].map(ms).join(' / '),
    ),
    {
      name: 'beside malformed over beside valid',
      value: ratio.toFixed(2),
      budget: `at most ${RATIO}`,
      pass: ratio <= RATIO,
    },
  ];
}
