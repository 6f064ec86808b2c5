import { abuse } from './prove/abuse.ts';
import { frames } from './prove/frames.ts';
import { kills } from './prove/kills.ts';
import { overload } from './prove/overload.ts';
import { type Figure, printFigures } from './src/report.ts';

interface Proof {
  /** The meaning of its optional number; null if it takes none. */
  readonly number: string | null;
  run(number: number | undefined): Promise<Figure[]>;
}

/** The long proofs; their short forms run as tests. */
const proofs: Readonly<Record<string, Proof>> = {
  kills: { number: 'kills of each kind', run: kills },
  frames: { number: 'malformed frames', run: frames },
  overload: { number: 'minutes', run: overload },
  abuse: { number: null, run: abuse },
};

async function main([name = '', given, ...more]: readonly string[]): Promise<number> {
  const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
  const number = given === undefined ? undefined : Number(given);
  const isNumber =
    number === undefined || (proof?.number !== null && Number.isInteger(number) && number > 0);
  if (!proof || !isNumber || more.length > 0) {
    const lines = Object.entries(proofs).map(
      ([each, { number: meaning }]) => `  ${each}${meaning === null ? '' : ` [${meaning}]`}`,
    );
    console.error(`Usage: npm run prove -- NAME [NUMBER]\n${lines.join('\n')}`);
    return 1;
  }
  const figures = await proof.run(number);
  printFigures(name, figures);
  return figures.some(({ pass }) => pass === false) ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
