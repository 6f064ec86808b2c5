import { posix } from 'node:path';
import { type Folder, TEST_SUPPORT } from './folders.ts';

/** An import as a file writes it. */
export interface Import {
  /** The importing file, from the repository's root. */
  readonly from: string;
  /** What stands between the quotes. */
  readonly specifier: string;
  /** `import type`: nothing of it is left when the code runs. */
  readonly isTypeOnly: boolean;
}

/** Why the folder list refuses an import; null where it may stand. */
export function refusalOf(
  { from, specifier, isTypeOnly }: Import,
  folders: readonly Folder[],
): string | null {
  const found = folderOf(from, folders);
  if (found === null) return `No entry of the folder list covers ${from}.`;
  const { folder, room } = found;
  const target = targetOf(from, specifier);
  if (isTestSupport(target) && !isTestSupport(from)) return `${target} is for tests alone.`;
  if (meets(target, folder.may, room)) return null;
  if (!meets(target, folder.mayType, room)) return `${from} may not import ${target}.`;
  return isTypeOnly ? null : `${from} may only import types from ${target}.`;
}

/** Whether queries may be written in a file. */
export function mayHoldSql(file: string, folders: readonly Folder[]): boolean {
  return folderOf(file, folders)?.folder.holdsSql ?? false;
}

function folderOf(file: string, folders: readonly Folder[]) {
  for (const folder of folders) {
    const match = toRegExp(folder.files).exec(file);
    if (match) return { folder, room: match.groups?.['room'] ?? '' };
  }
  return null;
}

function isTestSupport(file: string): boolean {
  return meets(file, TEST_SUPPORT, '');
}

function meets(target: string, patterns: readonly string[] = [], room: string): boolean {
  return patterns.some((pattern) => toRegExp(pattern.replaceAll('$room', room)).test(target));
}

/** The repository's file, the `node:` module or `npm:` package that an import leads to. */
function targetOf(from: string, specifier: string): string {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  if (path.startsWith('node:')) return path;
  const own = /^@granary\/([^/]+)\/(.+)$/.exec(path);
  if (own === null) return `npm:${path}`;
  const parent = ['domain', 'contract'].includes(own[1] ?? '') ? 'packages' : 'apps';
  return `${parent}/${own[1]}/src/${own[2]}.ts`;
}

const compiled = new Map<string, RegExp>();

/** `**` is anything, `*` anything but a slash, `{a,b}` either, `$room` a folder's name. */
function toRegExp(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const source = pattern.replaceAll(
    /\*\*\/|\*\*|\*|\$room|[{},.]/g,
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
  $room: '(?<room>[^/]+)',
  '{': '(?:',
  ',': '|',
  '}': ')',
  '.': '\\.',
};
