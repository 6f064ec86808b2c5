import { coverageProblems } from './coverage.ts';
import { refusedLicenses } from './licenses.ts';
import { plainStep, type Step } from './steps.ts';
import { runTool, type ToolResult } from './tool.ts';
import { translationProblems } from './translations.ts';
import { checkTypes } from './types.ts';
import { vitestStep } from './vitest.ts';
import { vocabularyProblems } from './vocabulary.ts';

/** What can be checked without running the code. */
export const staticSteps: readonly Step[] = [
  plainStep('types', checkTypes),
  // tsx lets oxlint load our own rules from their TypeScript.
  plainStep('lint', () =>
    runTool(['--import', 'tsx', 'oxlint/bin/oxlint'], ['--deny-warnings', '--format=unix']),
  ),
  plainStep('format', () => runTool('@biomejs/biome/bin/biome', ['ci', '--reporter=summary'])),
  plainStep('unused code', () => runTool('knip/bin/knip.js', ['--no-progress'])),
  plainStep('vocabulary', () => noneOf(vocabularyProblems())),
  plainStep('translations', () => noneOf(translationProblems())),
  plainStep('coverage of the specification', () => noneOf(coverageProblems())),
  plainStep('licences', () => noneOf(refusedLicenses())),
];

/** The tests that need nothing but Node. */
export const unitStep: Step = vitestStep('unit tests', [
  'domain',
  'contract',
  'server-unit',
  'simulator',
  'web',
  'scripts',
]);

async function noneOf(problems: Promise<readonly string[]>): Promise<ToolResult> {
  const lines = await problems;
  return { isOk: lines.length === 0, output: lines.join('\n') };
}
