import { proveOverload } from '../../apps/server/test/support/overload-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure } from '../src/report.ts';

const MINUTES = 10;
const MAX_MEMORY_MB = 1_024;
const MIN_RATE_SHARE = 0.9;
const MAX_DRAIN_MS = 60_000;

/** Floods the server for `minutes` minutes from a thousand boards with twenty frames in flight each. */
export async function runOverloadProof(minutes: number = MINUTES): Promise<Figure[]> {
  const figures = await proveOverload({
    form: 'built',
    boards: 1_000,
    baselineMs: 30_000,
    floodMs: minutes * 60_000,
    print: (line) => process.stdout.write(`\r  ${line}   `),
  });
  const { sent, acknowledged, lost, unacknowledged, changed, compared } = figures;
  const share = figures.floodRate / figures.baselineRate;
  return [
    exactFigure('readings sent and acknowledged', acknowledged, sent),
    exactFigure('acknowledged and not stored', lost, 0),
    exactFigure('stored and not acknowledged', unacknowledged, 0),
    exactFigure(`different from what was sent, of ${formatAmount(compared)} checked`, changed, 0),
    exactFigure(
      'latest readings and days that do not match the stored readings, of 25 bins',
      figures.differences.length,
      0,
    ),
    exactFigure('connections lost', figures.reconnects, 0),
    infoFigure(
      'accepted before / during the flood',
      `${formatAmount(figures.baselineRate)} / ${formatAmount(figures.floodRate)} readings/s`,
    ),
    {
      name: 'share of the rate before the flood',
      value: share.toFixed(2),
      budget: `at least ${MIN_RATE_SHARE}`,
      pass: share >= MIN_RATE_SHARE,
    },
    {
      name: "maximum memory of the server's process",
      value: `${formatAmount(figures.memoryMb)} MB`,
      budget: `at most ${formatAmount(MAX_MEMORY_MB)} MB`,
      pass: figures.memoryMb <= MAX_MEMORY_MB,
    },
    {
      name: 'time from the end of the flood until all readings are acknowledged',
      value: `${formatAmount(figures.drainMs)} ms`,
      budget: `at most ${formatAmount(MAX_DRAIN_MS)} ms`,
      pass: acknowledged === sent && figures.drainMs <= MAX_DRAIN_MS,
    },
  ];
}
