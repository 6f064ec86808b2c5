import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { CleanClone } from './check/clean-clone.ts';
import { formatCounts, isSuccess, sumCounts } from './check/counts.ts';
import { demoDataDir, demoDataStep } from './check/demo-data.ts';
import { useMemoryForTemporaryFiles } from './check/memory-folder.ts';
import { playwrightStep } from './check/playwright.ts';
import { CHROMIUM, findProgram, installMissing, MOSQUITTO_PUB } from './check/prerequisites.ts';
import { staticSteps, unbuiltTypesStep, unitStep } from './check/static-steps.ts';
import { checkStep, type FinishedStep, formatSlowest, runSteps, type Step } from './check/steps.ts';
import { priorities, root, run, stopToolsOnExit, type ToolResult } from './check/tool.ts';
import { vitestStep } from './check/vitest.ts';

const WITHOUT_BROWSER = '--without-browser';

const BUILD_SCRIPT = new URL('scripts/launch/build.mjs', pathToFileURL(root));

/** Builds what the tests start: the server, the simulator and the web app. */
function buildAll(): Promise<ToolResult> {
  const script = `const { build } = await import(${JSON.stringify(BUILD_SCRIPT.href)}); await build();`;
  return run(process.execPath, ['--input-type=module', '-e', script]);
}

/** Builds the programs that later steps start. */
const buildStep = checkStep('build', buildAll);

/**
 * Clones the repository and starts the demo there twice, with this checkout's packages and build.
 */
const cleanStartStep: Step = checkStep('clean start', async () => {
  const clone = await CleanClone.create();
  try {
    await clone.shareBuild();
    for (let start = 1; start <= 2; start++) {
      const demo = await clone.startDemo();
      await demo.stop();
    }
    return { isOk: true, output: '' };
  } finally {
    await clone.remove();
  }
});

const serverStep = vitestStep('server tests', ['server'], { GRANARY_TEST_BUILT: '1' });

/**
 * Runs the product's tests. In parallel, it prepares the demo data and checks the clean start, then runs
 * everything else at a low priority. The browser tests wait until both preparation steps have finished.
 */
async function runAll(
  chromium: string | null,
  print: (line: string) => void,
): Promise<FinishedStep[]> {
  const serialOptions = { concurrency: 1, print };
  const preparation = runSteps(
    chromium === null ? [cleanStartStep] : [demoDataStep, cleanStartStep],
    serialOptions,
  );
  const runProductTests = async () => {
    const server = await runSteps([serverStep], serialOptions);
    if (chromium === null) return server;
    await preparation;
    const browser = await runSteps([playwrightStep('end-to-end tests', chromium)], serialOptions);
    return [...server, ...browser];
  };
  const runOtherSteps = async () => {
    await preparation;
    return runSteps([unbuiltTypesStep, unitStep, ...staticSteps], {
      ...serialOptions,
      priority: priorities.belowNormal,
    });
  };
  return (await Promise.all([preparation, runProductTests(), runOtherSteps()])).flat();
}

/** `npm test`: the static checks and all tests, including the end-to-end tests in a browser. */
async function main(args: readonly string[]): Promise<number> {
  const unknownArgs = args.filter((arg) => arg !== WITHOUT_BROWSER);
  if (unknownArgs.length > 0) {
    console.error(`npm test accepts only ${WITHOUT_BROWSER}, not ${unknownArgs.join(' ')}.`);
    return 1;
  }
  stopToolsOnExit();
  const hasBrowser = !args.includes(WITHOUT_BROWSER);
  const missingMessage = await installMissing(
    hasBrowser ? [CHROMIUM, MOSQUITTO_PUB] : [MOSQUITTO_PUB],
  );
  if (missingMessage !== null) {
    console.error(missingMessage);
    return 1;
  }
  await useMemoryForTemporaryFiles();
  const print = (line: string) => console.log(line);
  const chromium = hasBrowser ? await findProgram(CHROMIUM) : null;
  const steps = [
    ...(await runSteps([buildStep], { concurrency: 1, print })),
    ...(await runAll(chromium, print)),
  ];
  await rm(demoDataDir(), { recursive: true, force: true });
  if (!hasBrowser) print(`skipped: end-to-end tests (${WITHOUT_BROWSER})`);
  print('slowest:');
  for (const line of formatSlowest(steps)) print(line);
  const counts = sumCounts(steps.map((step) => step.counts));
  print(formatCounts(counts));
  return isSuccess(counts) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
