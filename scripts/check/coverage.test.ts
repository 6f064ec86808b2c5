import { describe, expect, it } from 'vitest';
import { coverageProblems, findProblems } from './coverage.ts';

const head = '| statement | test | on purpose |\n|---|---|---|\n';
const texts = new Map([
  [
    'a.test.ts',
    [
      "describe('a group', () => {",
      "  it('is there', () => { expect('text in it').toBe('text'); });",
      "  // it('is a comment', () => {});",
      "  it.skip('is not run', () => {});",
      '  it.each([[1], [2]])(',
      "    'holds for %i',",
      '    () => {},',
      '  );',
      '});',
      'test(`goes too`, () => {});',
    ].join('\n'),
  ],
  ['off.test.ts', "describe.skip('off', () => {\n  it('is there', () => {});\n});"],
  ['gone.test.ts', ''],
]);
const problems = (rows: string) => findProblems(`# Coverage\n\n${head}${rows}\n`, texts);

describe('the coverage table', () => {
  it('passes when each statement names an existing test', () => {
    expect(
      problems(
        '| a farm has a name | `a.test.ts` › is there<br>`a.test.ts` › goes too<br>`a.test.ts` › holds for %i | |',
      ),
    ).toEqual([]);
  });

  it('reports a missing test, file or title', () => {
    const at = 'docs/spec-coverage.md:5';
    expect(problems('| a | | |')).toEqual([`${at} names no test`]);
    expect(problems('| a | later | |')).toEqual([`${at} is not in the form of a test: later`]);
    expect(problems('| a | `gone.test.ts` › is there | |')).toEqual([
      `${at} names a missing file: gone.test.ts`,
    ]);
    expect(problems('| a | `a.test.ts` › is the | |')).toEqual([
      `${at} names a missing test of a.test.ts: is the`,
    ]);
    expect(problems('| a | `a.test.ts` › is there |')).toEqual([`${at} has 2 cells, not 3`]);
  });

  it.each(['a group', 'text in it', 'is a comment', 'is not run'])(
    'reports that %j is not a test that is run',
    (title) => {
      expect(problems(`| a | \`a.test.ts\` › ${title} | |`)).toHaveLength(1);
    },
  );

  it('reports a test in a group that is not run', () => {
    expect(problems('| a | `off.test.ts` › is there | |')).toHaveLength(1);
  });

  it('reports an empty table', () => {
    expect(problems('')).toEqual(['docs/spec-coverage.md has no statements']);
  });
});

it('passes for the table of this repository', async () => {
  expect(await coverageProblems()).toEqual([]);
});
