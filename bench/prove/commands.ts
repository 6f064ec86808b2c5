import { killMoments, proveCommands } from '../../apps/server/test/support/command-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure, median } from '../src/report.ts';

const KILLS = 10;

/**
 * Kills the server `count` times at each step of a command to a realtime board: first as the only server,
 * then as one of two servers that share a database.
 */
export async function runCommandProof(count: number = KILLS): Promise<Figure[]> {
  return [...(await kill(count, false)), ...(await kill(count, true))];
}

async function kill(count: number, hasSurvivor: boolean): Promise<Figure[]> {
  const figures = await proveCommands({
    form: 'built',
    kills: count,
    moments: killMoments,
    hasSurvivor,
    print: (line) => console.log(`  ${line}`),
  });
  const prefix = hasSurvivor ? 'one of two servers killed: ' : '';
  const { kills, executed, repeated, late, missed, mismatches, answerTimes } = figures;
  for (const line of mismatches) console.log(`  ${line}`);
  const times = [Math.min(...answerTimes), median(answerTimes), Math.max(...answerTimes)];
  return [
    exactFigure(`${prefix}commands executed by the board`, executed, kills),
    exactFigure(`${prefix}commands executed more than once`, repeated, 0),
    exactFigure(`${prefix}commands executed 15 s or more after they expired`, late, 0),
    exactFigure(`${prefix}fans not in the last requested state`, missed, 0),
    exactFigure(
      `${prefix}fan states from the API that do not match the board`,
      mismatches.length,
      0,
    ),
    infoFigure(
      `${prefix}from a kill to the board's answer, minimum / median / maximum`,
      `${times.map((ms) => formatAmount(ms)).join(' / ')} ms`,
    ),
  ];
}
