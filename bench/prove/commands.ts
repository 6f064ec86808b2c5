import { killMoments, proveCommands } from '../../apps/server/test/support/command-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure, median } from '../src/report.ts';

const KILLS = 10;

/**
 * Kills the server `count` times at each step of a command to a realtime board: as the only server, and as
 * one of two on a database.
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
  const servers = hasSurvivor ? 'one of two servers killed: ' : '';
  const { kills, executed, repeated, late, missed, mismatches, answerTimes } = figures;
  for (const line of mismatches) console.log(`  ${line}`);
  const times = [Math.min(...answerTimes), median(answerTimes), Math.max(...answerTimes)];
  return [
    exactFigure(`${servers}commands executed by the board`, executed, kills),
    exactFigure(`${servers}commands executed more than once`, repeated, 0),
    exactFigure(`${servers}commands executed 15 s after they expired, or later`, late, 0),
    exactFigure(`${servers}fans that are not as last requested`, missed, 0),
    exactFigure(
      `${servers}pages that show something other than what the board does`,
      mismatches.length,
      0,
    ),
    infoFigure(
      `${servers}from a kill to the board's answer, minimum / median / maximum`,
      `${times.map((ms) => formatAmount(ms)).join(' / ')} ms`,
    ),
  ];
}
