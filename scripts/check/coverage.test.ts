import { describe, expect, it } from 'vitest';
import {
  findCoverageProblems,
  findIdProblems,
  findNameProblems,
  findProblems,
} from './coverage.ts';

const tableHead = '| statement | test | intentional difference |\n|---|---|---|\n';
const fileContents = new Map([
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
const findTableProblems = (rows: string) =>
  findProblems(`# Coverage\n\n${tableHead}${rows}\n`, fileContents);

describe('the coverage table', () => {
  it('passes when each statement names an existing test', () => {
    expect(
      findTableProblems(
        '| a farm has a name | `a.test.ts` › is there<br>`a.test.ts` › goes too<br>`a.test.ts` › holds for %i | |',
      ),
    ).toEqual([]);
  });

  it('reports a missing test, file or title', () => {
    const location = 'docs/spec-coverage.md:5';
    expect(findTableProblems('| a | | |')).toEqual([`${location} names no test`]);
    expect(findTableProblems('| a | later | |')).toEqual([
      `${location} must name a test as its file in backticks, › and its title, not: later`,
    ]);
    expect(findTableProblems('| a | `gone.test.ts` › is there | |')).toEqual([
      `${location} names a missing file: gone.test.ts`,
    ]);
    expect(findTableProblems('| a | `a.test.ts` › is the | |')).toEqual([
      `${location} names a missing test in a.test.ts: is the`,
    ]);
    expect(findTableProblems('| a | `a.test.ts` › is there |')).toEqual([
      `${location} has 2 cells, not 3`,
    ]);
  });

  it.each(['a group', 'text in it', 'is a comment', 'is not run'])(
    'reports %j, which is not a test that runs',
    (title) => {
      expect(findTableProblems(`| a | \`a.test.ts\` › ${title} | |`)).toHaveLength(1);
    },
  );

  it('reports a test in a skipped group', () => {
    expect(findTableProblems('| a | `off.test.ts` › is there | |')).toHaveLength(1);
  });

  it('reports an empty table', () => {
    expect(findTableProblems('')).toEqual(['docs/spec-coverage.md has no statements']);
  });
});

describe('the IDs of deviations', () => {
  const deviations = [
    '# Differences',
    '| id | specification | Granary | reason |',
    '|---|---|---|---|',
    '| `one-decimal` | whole | one | exact |',
    '| `later` | now | later | not yet |',
  ];
  const checkIds = (remarks: readonly string[], lines = deviations) =>
    findIdProblems(
      `${tableHead}${remarks.map((remark) => `| a | \`a.test.ts\` › is there | ${remark} |`).join('\n')}`,
      lines.join('\n'),
    );

  it('are the same in both tables, and several lines may share a statement', () => {
    expect(checkIds(['`one-decimal`, `later`: twice', '`later`', ''])).toEqual([]);
  });

  it('must exist in the table of deviations', () => {
    expect(checkIds(['`one-decimal`, `later`: both', '`latter`: a typo'])).toEqual([
      'docs/spec-coverage.md:4 names an unknown deviation: latter',
    ]);
  });

  it.each(['our addition', '`One`: not an id', 'see `later`: not at the beginning', '`later` why'])(
    'must begin each remark: rejects %j',
    (remark) => {
      expect(checkIds(['`one-decimal`, `later`', remark])).toEqual([
        `docs/spec-coverage.md:4 has a remark without ids: ${remark}`,
      ]);
    },
  );

  it('are each named by a statement, unless the specification does not cover them', () => {
    expect(checkIds(['`later`'])).toEqual(['docs/deviations.md:4: no statement names one-decimal']);
    const unstated = [...deviations, '| `extra` | Not stated | more | useful |'];
    expect(checkIds(['`one-decimal`, `later`'], unstated)).toEqual([]);
  });

  it('begin each row of the deviations table and are unique', () => {
    const remarks = ['`one-decimal`, `later`'];
    expect(checkIds(remarks, [...deviations, '| `later` | a | b | c |'])).toEqual([
      'docs/deviations.md:6 repeats the id later',
    ]);
    expect(checkIds(remarks, [...deviations, '| later | a | b | c |'])).toEqual([
      'docs/deviations.md:6 does not begin with an id',
    ]);
    expect(checkIds(remarks, [...deviations, '| a | b | c |'])).toEqual([
      'docs/deviations.md:6 has 3 cells, not 4',
    ]);
  });
});

it('the coverage table of this repository has no problems', async () => {
  expect(await findCoverageProblems()).toEqual([]);
});

describe('other documents', () => {
  const check = (row: string) => findNameProblems('a.md', `${tableHead}${row}\n`, fileContents);

  it('may name tests in any cell, next to notes', () => {
    expect(check('| 1.1 | met | `a.test.ts` › is there<br>a note |')).toEqual([]);
    expect(check('| 1.1 | open | a plan |')).toEqual([]);
  });

  it('report a missing test, and a requirement marked as met without one', () => {
    const missing = '`a.test.ts` › is gone';
    expect(check(`| 1.1 | met | ${missing} |`)).toEqual([
      `a.md:3 names a missing test: ${missing}`,
    ]);
    expect(check('| 1.1 | met | a note |')).toEqual(['a.md:3 names no test']);
  });
});
