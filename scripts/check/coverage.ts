import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tool.ts';

const TABLE = 'docs/spec-coverage.md';
const COLUMNS = 3;
/** A test as the table names it: its file in code, an arrow, its title. */
const NAMED_TEST = /^`([^`]+)` › (.+)$/;

/** A line for each statement of the table without a test, and each named test that is not there. */
export async function coverageProblems(): Promise<string[]> {
  const table = await readFile(join(root, TABLE), 'utf8');
  const files = new Set(rowsOf(table).flatMap(({ tests }) => tests.map(fileOf)));
  const texts = new Map<string, string>();
  for (const file of files) {
    texts.set(file, await readFile(join(root, file), 'utf8').catch(() => ''));
  }
  return problemsIn(table, texts);
}

/**
 * Checks a table whose rows are a statement, the tests that show it (between line breaks) and, where
 * the product differs on purpose, the reason. `texts` are the files it names; one that is not there
 * is empty.
 */
export function problemsIn(table: string, texts: ReadonlyMap<string, string>): string[] {
  const rows = rowsOf(table);
  if (rows.length === 0) return [`${TABLE} has no statements`];
  return rows.flatMap(({ line, cells, tests }) => {
    const where = `${TABLE}:${line}`;
    if (cells.length !== COLUMNS) return [`${where} has ${cells.length} cells, not ${COLUMNS}`];
    if (tests.length === 0) return [`${where} names no test`];
    return tests.flatMap((named) => {
      const [, file = '', title = ''] = NAMED_TEST.exec(named) ?? [];
      if (file === '') return [`${where} does not read as a test: ${named}`];
      const text = texts.get(file) ?? '';
      if (text === '') return [`${where} names a file that is not there: ${file}`];
      return hasTest(text, title) ? [] : [`${where} names no test of ${file}: ${title}`];
    });
  });
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly tests: readonly string[];
}

function rowsOf(table: string): Row[] {
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

function fileOf(named: string): string {
  return NAMED_TEST.exec(named)?.[1] ?? '';
}

/**
 * Where a test or a group of them begins, with what is said of it: `it`, `test.each`, … `trial` is
 * the `test` that makes people, beside the plain one.
 */
const CALL = /^[ \t]*((?:it|test|trial|describe)(?:\.\w+)*)\s*[(`]/gm;
const COMMENT = /^[ \t]*(?:\/\/|\/?\*).*$/gm;

/** Whether a title, in any of the quotes, is that of a test of the file which is run. */
function hasTest(text: string, title: string): boolean {
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

/** Whether what follows `before`, which begins with a call, is the title of a test that is run. */
function isTitle(call: string, before: string): boolean {
  if (/^\s*(?:it|test|trial)\(\s*$/.test(before)) return true;
  // A table of cases or a property comes first, and is called with the title.
  return /^(?:it|test)\.(?:each|for|prop|runIf)$/.test(call) && /[)`]\(\s*$/.test(before);
}
