import { DAY, millis } from '@granary/domain/units';
import { HISTORY_DAYS } from '@granary/simulator/demo/fleet';
import { compareDemoFindings } from '../../apps/server/test/support/demo-findings.ts';
import { exactFigure, type Figure } from '../src/report.ts';

const STARTS = 12;
const FIRST_START = Date.parse('2027-01-15T19:00:00Z');
const YEAR = 365 * DAY;

/**
 * Compares the findings of the demo's year with its simulated grain, for start dates spread evenly over a
 * year.
 */
export async function runDemoProof(starts: number = STARTS): Promise<Figure[]> {
  return Array.from({ length: starts }, (_, index) => {
    const start = millis(FIRST_START + (index * YEAR) / starts);
    const problems = compareDemoFindings(start, HISTORY_DAYS);
    for (const problem of problems) console.log(`  ${problem}`);
    const day = new Date(start).toISOString().slice(0, 10);
    return exactFigure(
      `false, missing or short-lived findings, demo started ${day}`,
      problems.length,
      0,
    );
  });
}
