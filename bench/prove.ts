import { ABUSE_USAGE, abuse } from './prove/abuse.ts';
import { commands } from './prove/commands.ts';
import { demo } from './prove/demo.ts';
import { DEPOT_USAGE, depot } from './prove/depot.ts';
import { frames } from './prove/frames.ts';
import { kills } from './prove/kills.ts';
import { overload } from './prove/overload.ts';
import { type Figure, printFigures } from './src/report.ts';

interface Proof {
  /** The arguments after its name. */
  readonly usage: string;
  /** Null if the arguments are invalid. */
  run(args: readonly string[]): Promise<Figure[]> | null;
}

/** The long proofs; their short forms run as tests. */
const proofs: Readonly<Record<string, Proof>> = {
  kills: countingProof('kills of each kind', kills),
  frames: countingProof('malformed frames', frames),
  overload: countingProof('minutes', overload),
  commands: countingProof('kills at each moment', commands),
  demo: countingProof('starts in a year', demo),
  abuse: { usage: ABUSE_USAGE, run: abuse },
  depot: { usage: DEPOT_USAGE, run: depot },
};

/** A proof with an optional number. */
function countingProof(countLabel: string, run: (count?: number) => Promise<Figure[]>): Proof {
  return {
    usage: `[${countLabel}]`,
    run: ([given, ...more]) => {
      if (given === undefined) return run();
      const count = Number(given);
      return more.length === 0 && Number.isInteger(count) && count > 0 ? run(count) : null;
    },
  };
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
  const running = proof?.run(args) ?? null;
  if (running === null) {
    const lines = Object.entries(proofs).map(([each, { usage }]) => `  ${each} ${usage}`.trimEnd());
    console.error(`Usage: npm run prove -- NAME\n${lines.join('\n')}`);
    return 1;
  }
  const figures = await running;
  printFigures(name, figures);
  return figures.some(({ pass }) => pass === false) ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
