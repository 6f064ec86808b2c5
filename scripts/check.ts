import { inWords, isGood, sumOf } from './check/counts.ts';
import { staticSteps, unitStep } from './check/static-steps.ts';
import { runSteps } from './check/steps.ts';
import { endToolsWithUs } from './check/tool.ts';

/** `npm run check`: everything about the code that needs neither a database nor a browser. */
endToolsWithUs();
const print = (line: string) => console.log(line);
const counts = sumOf([
  ...(await runSteps(staticSteps, { atOnce: 2, print })),
  ...(await runSteps([unitStep], { atOnce: 1, print })),
]);
print(inWords(counts));
process.exitCode = isGood(counts) ? 0 : 1;
