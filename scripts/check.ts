import { formatCounts, isSuccess, sumCounts } from './check/counts.ts';
import { staticSteps, typesStep, unitStep } from './check/static-steps.ts';
import { runSteps } from './check/steps.ts';
import { stopToolsOnExit } from './check/tool.ts';

/** `npm run check`: runs every check that works without a database or a browser. */
stopToolsOnExit();
const print = (line: string) => console.log(line);
const steps = await runSteps([unitStep, typesStep, ...staticSteps], { concurrency: 2, print });
const counts = sumCounts(steps.map((step) => step.counts));
print(formatCounts(counts));
process.exitCode = isSuccess(counts) ? 0 : 1;
