import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './tool.ts';

/** Words and phrases that readers do not understand, with what to write instead. */
const DISALLOWED_WORDS: Readonly<Record<string, string>> = {
  anew: 'again',
  stands: 'is, is shown, is stored',
  stood: 'was, was shown, was stored',
  told: 'reported, shown, notified',
  reckon: 'calculate',
  reckons: 'calculates',
  reckoned: 'calculated',
  reckoning: 'calculating',
  grave: 'critical',
  hung: 'flipped, bottom-up',
  whoever: 'name the actor: the user, the caller, the board',
  meanwhile: 'since you opened this page, at the same time, until then',
  'but for': 'except',
  'save for': 'except',
  'of its own': 'its own, separate',
  'of their own': 'their own, separate',
  'of our own': 'our own',
  "of one's own": 'their own',
};

/** A disallowed word that a file has to use, and why. */
interface Exemption {
  readonly file: RegExp;
  readonly word: string;
  readonly reason: string;
}

const EXEMPTIONS: readonly Exemption[] = [
  { file: /^scripts\/check\/vocabulary(\.test)?\.ts$/, word: '*', reason: 'lists the words' },
  {
    file: /^packages\/contract\/src\/bins\/wire-states\.ts$|\/farm-states\.test\.ts$|\/customers\.spec\.ts$/,
    word: 'grave',
    reason: 'the wire value of the critical state',
  },
  {
    file: /\/boards\/board-store\.ts$|\/audit\/format-(value|change\.test)\.ts$/,
    word: 'anew',
    reason: 'a value that audit entries store',
  },
];

/** Sources, styles, pages, documents, vectors and the English texts; not the other languages. */
const CHECKED_FILES = /\.(ts|tsx|mjs|css|html|md)$|\/locales\/en\.(json|ts)$|^vectors\//;
const UNCHECKED_FILES = /\/locales\/(?!en\.)|\/fixtures\//;

/** A line for each disallowed word in a file name, identifier, comment, document or English text. */
export async function findVocabularyProblems(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    { cwd: root, maxBuffer: 16 * 1024 * 1024 },
  );
  const files = stdout.split('\n').filter((file) => file !== '');
  const problems = await Promise.all(
    files.map(async (file) => {
      const isRead = hasCheckedText(file);
      const text = isRead ? await readFile(join(root, file), 'utf8').catch(() => '') : '';
      return findDisallowedWords(file, text);
    }),
  );
  return problems.flat();
}

/** Whether the text of a file is checked, besides its name. */
export function hasCheckedText(file: string): boolean {
  return CHECKED_FILES.test(file) && !UNCHECKED_FILES.test(file);
}

/** A token of a text, lower case, with the line it is on, counted from 1. */
interface Token {
  readonly word: string;
  readonly line: number;
  /** Whether only whitespace and comment markers are between it and the previous token. */
  readonly isAdjacent: boolean;
}

/** The disallowed words in a file's name and text, one line each; exported for its test. */
export function findDisallowedWords(file: string, text: string): string[] {
  const nameTokens = tokenize(file).filter(({ word }) => Object.hasOwn(DISALLOWED_WORDS, word));
  const tokens = tokenize(text);
  return [
    ...nameTokens.map(({ word }) => formatProblem(file, 0, word)),
    ...tokens.flatMap(({ word, line }) =>
      Object.hasOwn(DISALLOWED_WORDS, word) ? [formatProblem(file, line, word)] : [],
    ),
    ...tokens.flatMap(({ line }, i) =>
      findPhrases(tokens, i).map((phrase) => formatProblem(file, line, phrase)),
    ),
  ].filter((line) => line !== '');
}

function formatProblem(file: string, line: number, word: string): string {
  const isExempt = EXEMPTIONS.some(
    (exemption) => exemption.file.test(file) && (exemption.word === '*' || exemption.word === word),
  );
  if (isExempt) return '';
  return `${file}${line > 0 ? `:${line}` : ''}: "${word}"; write: ${DISALLOWED_WORDS[word]}`;
}

const PHRASES = Object.keys(DISALLOWED_WORDS)
  .filter((words) => words.includes(' '))
  .map((phrase) => ({ phrase, words: phrase.split(' ') }));

function findPhrases(tokens: readonly Token[], i: number): string[] {
  return PHRASES.filter(({ words }) =>
    words.every((word, k) => {
      const token = tokens[i + k];
      return token?.word === word && (k === 0 || token.isAdjacent);
    }),
  ).map(({ phrase }) => phrase);
}

/** The words of a text, including those inside camelCase and kebab-case names. */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let end = 0;
  for (const match of text.matchAll(/\p{Lu}?\p{Ll}+(?:['’]s)?|\p{Lu}+(?!\p{Ll})/gu)) {
    const between = text.slice(end, match.index);
    line += between.split('\n').length - 1;
    tokens.push({
      word: match[0].toLowerCase().replace('’', "'"),
      line,
      isAdjacent: /^[\s*/#>|]+$/.test(between),
    });
    end = match.index + match[0].length;
  }
  return tokens;
}
