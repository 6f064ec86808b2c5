import { type AbuseFigures, proveAbuse } from '../../apps/server/test/support/abuse-proof.ts';
import type { AttackName } from '../../apps/server/test/support/abuse-tasks.ts';
import { proveRights } from '../../apps/server/test/support/rights-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure } from '../src/report.ts';

/** Others wait at most this many times as long as without the attack. */
const RATIO = 3;
/** Medians below this are noise of the machine, ms. */
const NOISE_MS = 10;
const MEMORY_RATIO = 1.2;
const CUT_MS = 1_000;

/** What each attack did before the server had limits. */
const before: Record<AttackName, string> = {
  'large bodies': 'others waited 4 to 10 s for 8 bodies',
  'unfinished bodies': 'memory 453 to 1,830 MB, not returned',
  'watch events': 'PUBACK 8 to 11 s, calls 11 to 14 s',
  'sockets of one account': 'all 900 taken',
  exports: 'median of calls 3 ms to 3 s',
  'unread exports': 'calls 10 s',
  handshakes: 'all 15,000 taken',
  'sessions of one board': 'all 5,000 open',
  'junk frames': '12,600 a second, all stored',
  'hello frames': 'PUBACK of others 7 to 291 ms',
};

/** Attacks the server in every way that once stalled it, and measures others. */
export async function abuse(): Promise<Figure[]> {
  const figures = await proveAbuse({
    form: 'built',
    scale: 1,
    quietMs: 5_000,
    restMs: 60_000,
    print: (line) => console.log(`  ${line}`),
  });
  const rights = await proveRights({ form: 'built', accounts: 50, socketsPerAccount: 20 });
  return [
    ...figures.flatMap(describe),
    {
      name: `a change of rights cuts half of ${formatAmount(rights.connected)} sockets`,
      value: `${formatAmount(rights.cutMs)} ms`,
      budget: `${formatAmount(CUT_MS)} ms`,
      pass: rights.cutMs <= CUT_MS,
    },
    exactFigure('other sockets that it disconnects', rights.others, 0),
  ];
}

function describe({ name, sent, taken, call, puback, memory }: AbuseFigures): Figure[] {
  const mb = (value: number) => formatAmount(value);
  return [
    infoFigure(
      `${name}: taken of sent (before: ${before[name]})`,
      `${formatAmount(taken)} of ${formatAmount(sent)}`,
    ),
    compare(`${name}: median of others' calls, quiet / attacked`, call),
    compare(`${name}: median of others' PUBACK, quiet / attacked`, puback),
    {
      name: `${name}: memory before / peak / a minute after`,
      value: `${mb(memory.before)} / ${mb(memory.peak)} / ${mb(memory.after)} MB`,
      budget: `at most ${MEMORY_RATIO} x before`,
      pass: memory.after <= memory.before * MEMORY_RATIO,
    },
  ];
}

function compare(name: string, { quiet, attacked }: AbuseFigures['call']): Figure {
  return {
    name,
    value: `${formatAmount(quiet, 1)} / ${formatAmount(attacked, 1)} ms`,
    budget: `at most ${RATIO} x quiet`,
    pass: attacked <= Math.max(quiet * RATIO, NOISE_MS),
  };
}
