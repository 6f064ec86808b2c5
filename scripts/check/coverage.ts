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

/** Whether a title stands in the file as one, in any of the quotes. */
function hasTest(text: string, title: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => text.includes(quoted));
}
