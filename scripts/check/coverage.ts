import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tool.ts';

const TABLE = 'docs/spec-coverage.md';
const COLUMNS = 3;
/** A test in the table: the file as code, an arrow and the title. */
const NAMED_TEST = /^`([^`]+)` › (.+)$/;

/** A line for each statement of the table without a test, and for each named test that is missing. */
export async function coverageProblems(): Promise<string[]> {
  const table = await readFile(join(root, TABLE), 'utf8');
  const files = new Set(parseRows(table).flatMap(({ tests }) => tests.map(testFile)));
  const texts = new Map<string, string>();
  for (const file of files) {
    texts.set(file, await readFile(join(root, file), 'utf8').catch(() => ''));
  }
  return findProblems(table, texts);
}

/**
 * Checks a table. Its rows have a statement, its tests (separated by line breaks) and, if the product
 * differs on purpose, the reason. `texts` has the text of each named file, empty if it is missing.
 */
export function findProblems(table: string, texts: ReadonlyMap<string, string>): string[] {
  const rows = parseRows(table);
  if (rows.length === 0) return [`${TABLE} has no statements`];
  return rows.flatMap(({ line, cells, tests }) => {
    const where = `${TABLE}:${line}`;
    if (cells.length !== COLUMNS) return [`${where} has ${cells.length} cells, not ${COLUMNS}`];
    if (tests.length === 0) return [`${where} names no test`];
    return tests.flatMap((named) => {
      const [, file = '', title = ''] = NAMED_TEST.exec(named) ?? [];
      if (file === '') return [`${where} is not in the form of a test: ${named}`];
      const text = texts.get(file) ?? '';
      if (text === '') return [`${where} names a missing file: ${file}`];
      return hasRunningTest(text, title)
        ? []
        : [`${where} names a missing test of ${file}: ${title}`];
    });
  });
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly tests: readonly string[];
}

function parseRows(table: string): Row[] {
  return table.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|') || /^\|[-| ]+\|$/.test(text)) return [];
    const cells = text
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (cells[0] === 'statement') return [];
    const tests = (cells[1] ?? '').split('<br>').map((test) => test.trim());
    return [{ line: index + 1, cells, tests: tests.filter((test) => test !== '') }];
  });
}

function testFile(named: string): string {
  return NAMED_TEST.exec(named)?.[1] ?? '';
}

/** The start of a test or a group of tests: `it`, `test.each`, … */
const CALL = /^[ \t]*((?:it|test|describe)(?:\.\w+)*)\s*[(`]/gm;
const COMMENT = /^[ \t]*(?:\/\/|\/?\*).*$/gm;

/** Whether a test with this title, in any quotes, is run in the file. */
function hasRunningTest(text: string, title: string): boolean {
  const code = text.replace(COMMENT, '');
  if (/\bdescribe\.(?:skip|todo)\b/.test(code)) return false;
  const calls = [...code.matchAll(CALL)];
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => {
    for (let at = code.indexOf(quoted); at >= 0; at = code.indexOf(quoted, at + 1)) {
      const own = calls.findLast(({ index }) => index < at);
      if (own !== undefined && isTitle(own[1] ?? '', code.slice(own.index, at))) return true;
    }
    return false;
  });
}

/** Whether a title follows `before`, which begins with a call, and its test is run. */
function isTitle(call: string, before: string): boolean {
  if (/^\s*(?:it|test)\(\s*$/.test(before)) return true;
  // A table of cases or a property comes before the title.
  return /^(?:it|test)\.(?:each|for|prop|runIf)$/.test(call) && /[)`]\(\s*$/.test(before);
}
