import { posix } from 'node:path';
import { type FolderRule, TEST_SUPPORT } from './folders.ts';

/** An import as it is written in a file. */
export interface Import {
  /** The importing file, relative to the root of the repository. */
  readonly from: string;
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

/** Why the folder list does not allow an import; null if it does. */
export function findImportProblem(
  { from, specifier, isTypeOnly }: Import,
  folders: readonly FolderRule[],
): string | null {
  const folderMatch = findFolder(from, folders);
  if (folderMatch === null)
    return `No entry in scripts/lint-rules/folders.ts covers ${from}. Add one.`;
  const { folder, feature } = folderMatch;
  const target = resolveTarget(from, specifier);
  if (isTestSupport(target) && !isTestSupport(from)) return `${target} is for tests only.`;
  if (matchesAny(target, folder.imports, feature)) return null;
  if (!matchesAny(target, folder.types, feature)) return `${from} may not import ${target}.`;
  return isTypeOnly ? null : `${from} may only import types from ${target}.`;
}

/** Whether queries may be written in a file. */
export function allowsSql(file: string, folders: readonly FolderRule[]): boolean {
  return findFolder(file, folders)?.folder.allowsSql ?? false;
}

function findFolder(file: string, folders: readonly FolderRule[]) {
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

/** The file in the repository, the `node:` module or the `npm:` package that an import names. */
function resolveTarget(from: string, specifier: string): string {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  if (path.startsWith('node:')) return path;
  const packageMatch = /^@granary\/([^/]+)\/(.+)$/.exec(path);
  if (packageMatch === null) return `npm:${path}`;
  const parent = ['domain', 'contract'].includes(packageMatch[1] ?? '') ? 'packages' : 'apps';
  return `${parent}/${packageMatch[1]}/src/${packageMatch[2]}.ts`;
}

const regExpCache = new Map<string, RegExp>();

/** `**` matches anything, `*` anything but a slash, `{a,b}` either one, `$feature` one folder name. */
function toRegExp(pattern: string): RegExp {
  const cachedExpression = regExpCache.get(pattern);
  if (cachedExpression) return cachedExpression;
  const source = pattern.replaceAll(
    /\*\*\/|\*\*|\*|\$feature|[{},.]/g,
    (part) => tokens[part] ?? part,
  );
  const expression = new RegExp(`^${source}$`);
  regExpCache.set(pattern, expression);
  return expression;
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
