import { posix } from 'node:path';
import { type Folder, TEST_SUPPORT } from './folders.ts';

/** An import as a file writes it. */
export interface Import {
  /** The importing file, relative to the root of the repository. */
  readonly from: string;
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

/** Why the folder list does not allow an import; null where it does. */
export function findImportProblem(
  { from, specifier, isTypeOnly }: Import,
  folders: readonly Folder[],
): string | null {
  const found = findFolder(from, folders);
  if (found === null) return `No entry of the folder list covers ${from}.`;
  const { folder, feature } = found;
  const target = resolveTarget(from, specifier);
  if (isTestSupport(target) && !isTestSupport(from)) return `${target} is for tests only.`;
  if (matchesAny(target, folder.imports, feature)) return null;
  if (!matchesAny(target, folder.types, feature)) return `${from} may not import ${target}.`;
  return isTypeOnly ? null : `${from} may only import types from ${target}.`;
}

/** Whether queries may be written in a file. */
export function mayHaveSql(file: string, folders: readonly Folder[]): boolean {
  return findFolder(file, folders)?.folder.hasSql ?? false;
}

function findFolder(file: string, folders: readonly Folder[]) {
  for (const folder of folders) {
    const match = toRegExp(folder.files).exec(file);
    if (match) return { folder, feature: match.groups?.['feature'] ?? '' };
  }
  return null;
}

function isTestSupport(file: string): boolean {
  return matchesAny(file, TEST_SUPPORT, '');
}

function matchesAny(target: string, patterns: readonly string[] = [], feature: string): boolean {
  return patterns.some((pattern) => toRegExp(pattern.replaceAll('$feature', feature)).test(target));
}

/** The file of the repository, the `node:` module or the `npm:` package that an import names. */
function resolveTarget(from: string, specifier: string): string {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  if (path.startsWith('node:')) return path;
  const own = /^@granary\/([^/]+)\/(.+)$/.exec(path);
  if (own === null) return `npm:${path}`;
  const parent = ['domain', 'contract'].includes(own[1] ?? '') ? 'packages' : 'apps';
  return `${parent}/${own[1]}/src/${own[2]}.ts`;
}

const compiled = new Map<string, RegExp>();

/** `**` matches anything, `*` anything but a slash, `{a,b}` either one, `$feature` one folder name. */
function toRegExp(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const source = pattern.replaceAll(
    /\*\*\/|\*\*|\*|\$feature|[{},.]/g,
    (part) => tokens[part] ?? part,
  );
  const made = new RegExp(`^${source}$`);
  compiled.set(pattern, made);
  return made;
}

const tokens: Record<string, string> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  $feature: '(?<feature>[^/]+)',
  '{': '(?:',
  ',': '|',
  '}': ')',
  '.': '\\.',
};
