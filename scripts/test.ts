import { cleanStartStep } from './check/clean-start.ts';
import { inWords, isGood, sumOf } from './check/counts.ts';
import { playwrightStep } from './check/playwright.ts';
import { CHROMIUM, MOSQUITTO_PUB, missingPrograms, pathOf } from './check/prerequisites.ts';
import { staticSteps, unitStep } from './check/static-steps.ts';
import { runSteps, type Step } from './check/steps.ts';
import { endToolsWithUs } from './check/tool.ts';
import { vitestStep } from './check/vitest.ts';

const WITHOUT_BROWSER = '--without-browser';

/** `npm test`: the check, every test, and the whole product in a browser. */
async function main(args: readonly string[]): Promise<number> {
  const unknown = args.filter((arg) => arg !== WITHOUT_BROWSER);
  if (unknown.length > 0) {
    console.error(`npm test takes ${WITHOUT_BROWSER}, not ${unknown.join(' ')}.`);
    return 1;
  }
  endToolsWithUs();
  const hasBrowser = !args.includes(WITHOUT_BROWSER);
  const missing = await missingPrograms(hasBrowser ? [CHROMIUM, MOSQUITTO_PUB] : [MOSQUITTO_PUB]);
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const print = (line: string) => console.log(line);
  const chromium = hasBrowser ? await pathOf(CHROMIUM) : null;
  // Each of these is given the machine to itself.
  const heavySteps: readonly Step[] = [
    unitStep,
    vitestStep('server tests', ['server']),
    cleanStartStep,
    ...(chromium === null ? [] : [playwrightStep('end-to-end tests', chromium)]),
  ];
  const counts = sumOf([
    ...(await runSteps(staticSteps, { atOnce: 2, print })),
    ...(await runSteps(heavySteps, { atOnce: 1, print })),
  ]);
  if (!hasBrowser) print(`left out: end-to-end tests (${WITHOUT_BROWSER})`);
  print(inWords(counts));
  return isGood(counts) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
