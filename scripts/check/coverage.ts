import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tool.ts';

const TABLE = 'docs/spec-coverage.md';
const DEVIATIONS = 'docs/deviations.md';
/** Other documents with tables that name tests. */
const DOCUMENTS = ['docs/security.md', 'docs/asvs.md'];
const COLUMNS = 3;
/** The cells of a deviation: its id, what the specification states, what the product does, and why. */
const DEVIATION_COLUMNS = 4;
/** The specification cell of a deviation that no statement of the table is about. */
const NOT_STATED = 'Not stated';
const ID = /^`([a-z0-9]+(?:-[a-z0-9]+)*)`$/;
/** A test in the table: the file as code, an arrow and the title. */
const NAMED_TEST = /^`([^`]+)` › (.+)$/;

/**
 * Returns a line for each statement in the coverage table without a test, each named test that is missing,
 * each deviation ID that is in only one of the two tables, and each problem in the tables of `DOCUMENTS`.
 */
export async function findCoverageProblems(): Promise<string[]> {
  const table = await readFile(join(root, TABLE), 'utf8');
  const files = new Set(parseRows(table).flatMap(({ tests }) => tests.map(toTestFile)));
  const texts = new Map<string, string>();
  for (const file of files) {
    texts.set(file, await readFile(join(root, file), 'utf8').catch(() => ''));
  }
  const deviations = await readFile(join(root, DEVIATIONS), 'utf8');
  const problems = [...findProblems(table, texts), ...findIdProblems(table, deviations)];
  for (const name of DOCUMENTS) {
    const document = await readFile(join(root, name), 'utf8');
    for (const { named } of listNamedTests(document)) {
      const file = toTestFile(named);
      if (!texts.has(file))
        texts.set(file, await readFile(join(root, file), 'utf8').catch(() => ''));
    }
    problems.push(...findNameProblems(name, document, texts));
  }
  return problems;
}

/**
 * Returns a line for each missing test that the tables of a document name, and for each requirement marked
 * "met" without a test.
 */
export function findNameProblems(
  name: string,
  document: string,
  texts: ReadonlyMap<string, string>,
): string[] {
  const namedTests = listNamedTests(document);
  const lines = new Set(namedTests.map(({ line }) => line));
  const unproven = parseTableRows(document, 'requirement')
    .filter(({ line, cells }) => cells.includes('met') && !lines.has(line))
    .map(({ line }) => `${name}:${line} names no test`);
  const missing = namedTests.flatMap((namedTest) => {
    const file = toTestFile(namedTest.named);
    const [, , title = ''] = NAMED_TEST.exec(namedTest.named) ?? [];
    return hasRunningTest(texts.get(file) ?? '', title)
      ? []
      : [`${name}:${namedTest.line} names a missing test: ${namedTest.named}`];
  });
  return [...unproven, ...missing];
}

/** The tests in all cells of a document's tables. */
function listNamedTests(document: string): { readonly line: number; readonly named: string }[] {
  return parseTableRows(document, '').flatMap(({ line, cells }) =>
    cells
      .flatMap((cell) => cell.split('<br>'))
      .map((text) => text.trim())
      .filter((text) => /^`[^`]+\.(?:test|spec)\.tsx?`/.test(text))
      .map((named) => ({ line, named })),
  );
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
    return tests.flatMap((reference) => {
      const [, file = '', title = ''] = NAMED_TEST.exec(reference) ?? [];
      if (file === '')
        return [
          `${where} must name a test as its file in backticks, › and its title, not: ${reference}`,
        ];
      const text = texts.get(file) ?? '';
      if (text === '') return [`${where} names a missing file: ${file}`];
      return hasRunningTest(text, title)
        ? []
        : [`${where} names a missing test in ${file}: ${title}`];
    });
  });
}

/**
 * Compares the ids of a coverage table with those of the deviations. A remark in the last column begins
 * with ids, separated by commas: `` `an-id`, `another-id`: the reason ``.
 */
export function findIdProblems(table: string, deviations: string): string[] {
  const problems: string[] = [];
  const lines = new Map<string, { readonly where: string; readonly isStated: boolean }>();
  for (const { line, cells } of parseTableRows(deviations, 'id')) {
    const where = `${DEVIATIONS}:${line}`;
    const id = ID.exec(cells[0] ?? '')?.[1];
    if (cells.length !== DEVIATION_COLUMNS) {
      problems.push(`${where} has ${cells.length} cells, not ${DEVIATION_COLUMNS}`);
    } else if (id === undefined) problems.push(`${where} does not begin with an id`);
    else if (lines.has(id)) problems.push(`${where} repeats the id ${id}`);
    else lines.set(id, { where, isStated: cells[1] !== NOT_STATED });
  }
  const namedIds = new Set<string>();
  for (const { line, cells } of parseTableRows(table, 'statement')) {
    const remark = cells[2] ?? '';
    if (remark === '') continue;
    const where = `${TABLE}:${line}`;
    const ids = parseRemarkIds(remark);
    if (ids === undefined) problems.push(`${where} has a remark without ids: ${remark}`);
    for (const id of ids ?? []) {
      namedIds.add(id);
      if (!lines.has(id)) problems.push(`${where} names an unknown deviation: ${id}`);
    }
  }
  for (const [id, { where, isStated }] of lines) {
    if (isStated && !namedIds.has(id)) problems.push(`${where}: no statement names ${id}`);
  }
  return problems;
}

/** The ids at the beginning of a remark; undefined if it has another form. */
function parseRemarkIds(remark: string): string[] | undefined {
  const [list = ''] = remark.split(':', 1);
  const ids = list.split(',').map((text) => ID.exec(text.trim())?.[1]);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly tests: readonly string[];
}

function parseRows(table: string): Row[] {
  return parseTableRows(table, 'statement').map(({ line, cells }) => {
    const tests = (cells[1] ?? '').split('<br>').map((test) => test.trim());
    return { line, cells, tests: tests.filter((test) => test !== '') };
  });
}

/** The rows of all tables in a document, except heading rows, whose first cell is `heading`. */
function parseTableRows(document: string, heading: string): Pick<Row, 'line' | 'cells'>[] {
  return document.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|') || /^\|[-| ]+\|$/.test(text)) return [];
    const cells = text
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return cells[0] === heading ? [] : [{ line: index + 1, cells }];
  });
}

function toTestFile(reference: string): string {
  return NAMED_TEST.exec(reference)?.[1] ?? '';
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
    for (
      let offset = code.indexOf(quoted);
      offset >= 0;
      offset = code.indexOf(quoted, offset + 1)
    ) {
      const enclosingCall = calls.findLast(({ index }) => index < offset);
      if (
        enclosingCall !== undefined &&
        isTitle(enclosingCall[1] ?? '', code.slice(enclosingCall.index, offset))
      )
        return true;
    }
    return false;
  });
}

/** Whether the string after `before` is the title of a test that runs; `before` begins with `call`. */
function isTitle(call: string, before: string): boolean {
  if (/^\s*(?:it|test)\(\s*$/.test(before)) return true;
  // A table of cases or a property comes before the title.
  return /^(?:it|test)\.(?:each|for|prop|runIf)$/.test(call) && /[)`]\(\s*$/.test(before);
}
