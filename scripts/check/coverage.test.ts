import { describe, expect, it } from 'vitest';
import {
  findCoverageProblems,
  findIdProblems,
  findNameProblems,
  findProblems,
} from './coverage.ts';

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

describe('the ids of deviations', () => {
  const deviations = [
    '# Differences',
    '| id | specification | Granary | reason |',
    '|---|---|---|---|',
    '| `one-decimal` | whole | one | exact |',
    '| `later` | now | later | not yet |',
  ];
  const idProblems = (remarks: readonly string[], lines = deviations) =>
    findIdProblems(
      `${head}${remarks.map((remark) => `| a | \`a.test.ts\` › is there | ${remark} |`).join('\n')}`,
      lines.join('\n'),
    );

  it('are the same in both tables, and several lines may share a statement', () => {
    expect(idProblems(['`one-decimal`, `later`: twice', '`later`', ''])).toEqual([]);
  });

  it('are known', () => {
    expect(idProblems(['`one-decimal`, `later`: both', '`latter`: a typing mistake'])).toEqual([
      'docs/spec-coverage.md:4 names an unknown deviation: latter',
    ]);
  });

  it.each(['our addition', '`One`: not an id', 'see `later`: not at the beginning', '`later` why'])(
    'begin a remark, unlike %j',
    (remark) => {
      expect(idProblems(['`one-decimal`, `later`', remark])).toEqual([
        `docs/spec-coverage.md:4 has a remark without ids: ${remark}`,
      ]);
    },
  );

  it('are each named by a statement, unless the specification has none', () => {
    expect(idProblems(['`later`'])).toEqual([
      'docs/deviations.md:4: no statement names one-decimal',
    ]);
    const unstated = [...deviations, '| `extra` | Not stated | more | useful |'];
    expect(idProblems(['`one-decimal`, `later`'], unstated)).toEqual([]);
  });

  it('begin each line of the deviations and are not used twice', () => {
    const remarks = ['`one-decimal`, `later`'];
    expect(idProblems(remarks, [...deviations, '| `later` | a | b | c |'])).toEqual([
      'docs/deviations.md:6 repeats the id later',
    ]);
    expect(idProblems(remarks, [...deviations, '| later | a | b | c |'])).toEqual([
      'docs/deviations.md:6 does not begin with an id',
    ]);
    expect(idProblems(remarks, [...deviations, '| a | b | c |'])).toEqual([
      'docs/deviations.md:6 has 3 cells, not 4',
    ]);
  });
});

it('passes for the table of this repository', async () => {
  expect(await findCoverageProblems()).toEqual([]);
});

describe('other documents', () => {
  const check = (row: string) => findNameProblems('a.md', `${head}${row}\n`, texts);

  it('may name tests in any cell, next to notes', () => {
    expect(check('| 1.1 | met | `a.test.ts` › is there<br>a note |')).toEqual([]);
    expect(check('| 1.1 | open | a plan |')).toEqual([]);
  });

  it('report a missing test, and a requirement that is met without one', () => {
    const missing = '`a.test.ts` › is gone';
    expect(check(`| 1.1 | met | ${missing} |`)).toEqual([
      `a.md:3 names a missing test: ${missing}`,
    ]);
    expect(check('| 1.1 | met | a note |')).toEqual(['a.md:3 names no test']);
  });
});
