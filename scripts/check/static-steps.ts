import { findCoverageProblems } from './coverage.ts';
import { findLicenseProblems } from './licenses.ts';
import { findScalarNameProblems } from './scalar-names.ts';
import { checkStep, type Step } from './steps.ts';
import { goEnvironment, runTool, type ToolResult } from './tool.ts';
import { findTranslationProblems } from './translations.ts';
import { checkTypes, checkUnbuiltTypes } from './types.ts';
import { vitestStep } from './vitest.ts';
import { findVocabularyProblems } from './vocabulary.ts';

export const typesStep: Step = checkStep('types', checkTypes);

/** Checks only the types that the build has not checked, for use while the built programs run. */
export const unbuiltTypesStep: Step = checkStep('types', checkUnbuiltTypes);

/** Checks that do not run the code. */
export const staticSteps: readonly Step[] = [
  checkStep('lint', (priority) =>
    // tsx lets oxlint load our own rules from their TypeScript sources.
    runTool(
      ['--import', 'tsx', 'oxlint/bin/oxlint'],
      ['--deny-warnings', '--format=unix'],
      goEnvironment,
      priority,
    ),
  ),
  toolStep('format', '@biomejs/biome/bin/biome', 'ci', '--reporter=summary'),
  toolStep('unused code', 'knip/bin/knip.js', '--no-progress'),
  checkStep('vocabulary', () => reportProblems(findVocabularyProblems())),
  checkStep('names of measured values', () => reportProblems(findScalarNameProblems())),
  checkStep('translations', () => reportProblems(findTranslationProblems())),
  checkStep('specification coverage', () => reportProblems(findCoverageProblems())),
  checkStep('licenses', () => reportProblems(findLicenseProblems())),
];

/** The tests that need only Node. */
export const unitStep: Step = vitestStep('unit tests', [
  'domain',
  'contract',
  'server-unit',
  'simulator',
  'web',
  'web-isolated',
  'scripts',
]);

function toolStep(name: string, tool: string, ...args: string[]): Step {
  return checkStep(name, (priority) => runTool(tool, args, {}, priority));
}

async function reportProblems(problems: Promise<readonly string[]>): Promise<ToolResult> {
  const lines = await problems;
  return { isOk: lines.length === 0, output: lines.join('\n') };
}
