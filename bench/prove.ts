import { frames } from './prove/frames.ts';
import { kills } from './prove/kills.ts';
import { overload } from './prove/overload.ts';
import { type Figure, printFigures } from './src/report.ts';

interface Proof {
  /** What its number, which may be left out, says. */
  readonly takes: string;
  run(number: number | undefined): Promise<Figure[]>;
}

/** The long proofs; their short forms are tests. */
const proofs: Readonly<Record<string, Proof>> = {
  kills: { takes: 'kills of each kind', run: kills },
  frames: { takes: 'spoilt frames', run: frames },
  overload: { takes: 'minutes', run: overload },
};

async function main([name = '', given, ...more]: readonly string[]): Promise<number> {
  const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
  const number = given === undefined ? undefined : Number(given);
  const isNumber = number === undefined || (Number.isInteger(number) && number > 0);
  if (!proof || !isNumber || more.length > 0) {
    const lines = Object.entries(proofs).map(([each, { takes }]) => `  ${each} [${takes}]`);
    console.error(`Usage: npm run prove -- NAME [NUMBER]\n${lines.join('\n')}`);
    return 1;
  }
  const figures = await proof.run(number);
  printFigures(name, figures);
  return figures.some(({ pass }) => pass === false) ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
