import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CleanClone, type StartedDemo } from '../../scripts/check/clean-clone.ts';
import { type Figure, median } from './report.ts';
import { createTemporaryFolder } from './server.ts';

const LATER_STARTS = 5;
const LATER_BUDGET_S = 8;

/** Measures the first start in a fresh clone, with an empty npm cache, and later starts. */
export async function benchStartup(): Promise<Figure[]> {
  const cache = createTemporaryFolder();
  const clone = await CleanClone.create(cache);
  try {
    const first = await clone.startDemo();
    await first.stop();
    const builtAt = statSync(join(clone.repository, 'apps/web/dist/.granary-built')).mtimeMs;
    const laterSeconds: number[] = [];
    for (let start = 0; start < LATER_STARTS; start++) {
      const demo = await clone.startDemo();
      await demo.stop();
      laterSeconds.push((findLineTime(demo, 'first page') - demo.startedAt) / 1000);
    }
    return [...toFirstStartFigures(first, builtAt), toLaterStartFigure(laterSeconds)];
  } finally {
    await clone.remove();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Finds the time at which startup printed a line with the given prefix, ms. */
function findLineTime({ milestones }: StartedDemo, prefix: string): number {
  const milestone = milestones.find(({ line }) => line.startsWith(prefix));
  if (milestone === undefined) throw new Error(`Startup did not print "${prefix}".`);
  return milestone.at;
}

function toFirstStartFigures(demo: StartedDemo, builtAt: number): Figure[] {
  const pageAt = findLineTime(demo, 'first page');
  const buildStartedAt = findLineTime(demo, 'Building');
  const parts: readonly [name: string, ms: number][] = [
    ['first start in a fresh clone, to the first page', pageAt - demo.startedAt],
    ['  installing, with an empty cache', buildStartedAt - findLineTime(demo, 'Installing')],
    ['  building', builtAt - buildStartedAt],
    ['  starting', pageAt - builtAt],
  ];
  return parts.map(([name, ms]) => ({
    name,
    value: `${(ms / 1000).toFixed(1)} s`,
    budget: '',
    pass: null,
  }));
}

function toLaterStartFigure(seconds: readonly number[]): Figure {
  const medianSeconds = median(seconds);
  return {
    name: `${seconds.length} later starts, to the first page`,
    value: `median ${medianSeconds.toFixed(1)} s, longest ${Math.max(...seconds).toFixed(1)} s`,
    budget: `${LATER_BUDGET_S} s or less`,
    pass: medianSeconds <= LATER_BUDGET_S,
  };
}
