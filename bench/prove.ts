import { ABUSE_USAGE, runAbuseProof } from './prove/abuse.ts';
import { runCommandProof } from './prove/commands.ts';
import { runDemoProof } from './prove/demo.ts';
import { DEPOT_USAGE, runDepotProof } from './prove/depot.ts';
import { runFrameProof } from './prove/frames.ts';
import { runKillProof } from './prove/kills.ts';
import { runOverloadProof } from './prove/overload.ts';
import { type Figure, printFigures } from './src/report.ts';

interface Proof {
  /** The arguments after the proof's name. */
  readonly usage: string;
  /** Returns null if the arguments are invalid. */
  run(args: readonly string[]): Promise<Figure[]> | null;
}

/** The long-running proofs; short versions of them run in the test suite. */
const proofs: Readonly<Record<string, Proof>> = {
  kills: createProofWithCount('kills of each kind', runKillProof),
  frames: createProofWithCount('malformed frames', runFrameProof),
  overload: createProofWithCount('minutes', runOverloadProof),
  commands: createProofWithCount('kills at each moment', runCommandProof),
  demo: createProofWithCount('starts in a year', runDemoProof),
  abuse: { usage: ABUSE_USAGE, run: runAbuseProof },
  depot: { usage: DEPOT_USAGE, run: runDepotProof },
};

/** Creates a proof with an optional count. */
function createProofWithCount(
  countLabel: string,
  run: (count?: number) => Promise<Figure[]>,
): Proof {
  return {
    usage: `[${countLabel}]`,
    run: ([countArgument, ...more]) => {
      if (countArgument === undefined) return run();
      const count = Number(countArgument);
      return more.length === 0 && Number.isInteger(count) && count > 0 ? run(count) : null;
    },
  };
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
  const running = proof?.run(args) ?? null;
  if (running === null) {
    const lines = Object.entries(proofs).map(([proofName, { usage }]) =>
      `  ${proofName} ${usage}`.trimEnd(),
    );
    console.error(`Usage: npm run prove -- NAME\n${lines.join('\n')}`);
    return 1;
  }
  const figures = await running;
  printFigures(name, figures);
  return figures.some(({ pass }) => pass === false) ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
