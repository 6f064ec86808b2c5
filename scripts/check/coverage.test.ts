import { describe, expect, it } from 'vitest';
import { coverageProblems, problemsIn } from './coverage.ts';

const head = '| statement | test | on purpose |\n|---|---|---|\n';
const texts = new Map([
  [
    'a.test.ts',
    [
      "describe('a group', () => {",
      "  it('is there', () => { expect('said in it').toBe('said'); });",
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
const problems = (rows: string) => problemsIn(`# Coverage\n\n${head}${rows}\n`, texts);

describe('a table of statements', () => {
  it('names for each a test that is there', () => {
    expect(
      problems(
        '| a farm has a name | `a.test.ts` › is there<br>`a.test.ts` › goes too<br>`a.test.ts` › holds for %i | |',
      ),
    ).toEqual([]);
  });

  it('is reported where a test, its file or its title is missing', () => {
    const at = 'docs/spec-coverage.md:5';
    expect(problems('| a | | |')).toEqual([`${at} names no test`]);
    expect(problems('| a | later | |')).toEqual([`${at} does not read as a test: later`]);
    expect(problems('| a | `gone.test.ts` › is there | |')).toEqual([
      `${at} names a file that is not there: gone.test.ts`,
    ]);
    expect(problems('| a | `a.test.ts` › is the | |')).toEqual([
      `${at} names no test of a.test.ts: is the`,
    ]);
    expect(problems('| a | `a.test.ts` › is there |')).toEqual([`${at} has 2 cells, not 3`]);
  });

  it.each(['a group', 'said in it', 'is a comment', 'is not run'])(
    'is reported where %j is no test that is run',
    (title) => {
      expect(problems(`| a | \`a.test.ts\` › ${title} | |`)).toHaveLength(1);
    },
  );

  it('is reported where a whole group is not run', () => {
    expect(problems('| a | `off.test.ts` › is there | |')).toHaveLength(1);
  });

  it('is reported where it is empty', () => {
    expect(problems('')).toEqual(['docs/spec-coverage.md has no statements']);
  });
});

it('the table of this repository has its tests', async () => {
  expect(await coverageProblems()).toEqual([]);
});
