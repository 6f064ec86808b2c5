import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tool.ts';

/** Licences under which a part of Granary may be given on. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);

/** What ships; the rest of the workspaces are tests and measurements. */
const SHIPPED = ['apps/server', 'apps/simulator', 'apps/web'];

/** Build tools that put a few lines of their own into the web's bundle. */
const IN_THE_BUNDLE = ['@vitejs/plugin-react', 'rolldown', 'vite'];

/** A package as the lock file has it. */
export interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export type LockedPackages = Readonly<Record<string, Locked>>;

/** A line for each package that ships under a licence not on the list. */
export async function refusedLicenses(): Promise<string[]> {
  // npm wrote the file; a field that is not as expected is missing, and reported.
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  const lines: string[] = [];
  for (const place of placesOf(lock.packages)) {
    const licence = lock.packages[place]?.license ?? (await installedLicence(place));
    if (licence === null) lines.push(`${place}: no licence is named`);
    else if (!isFree(licence)) lines.push(`${place}: ${licence}`);
  }
  return lines;
}

/** Where everything that ships stands in the lock file, our own packages left out. */
export function placesOf(packages: LockedPackages): string[] {
  const seen = new Set<string>();
  const waiting = [...SHIPPED];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const entry = packages[place] ?? {};
    const wanted = {
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    };
    for (const name of Object.keys(wanted)) {
      const found = placeOf(name, place, packages);
      if (found !== null) waiting.push(found);
    }
  }
  for (const name of IN_THE_BUNDLE) seen.add(`node_modules/${name}`);
  return [...seen].filter((place) => place.includes('node_modules/')).sort();
}

/** Whether an SPDX expression leaves a choice that is on the list. */
export function isFree(expression: string): boolean {
  const inner = expression.replaceAll(/^\(|\)$/g, '');
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isFree);
  return inner.split(' AND ').every((part) => FREE.has(part.trim()));
}

/** Node's way of finding a package: beside the one that asks, then ever further out. */
function placeOf(name: string, from: string, packages: LockedPackages): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[place];
    if (entry) return entry.link && entry.resolved ? entry.resolved : place;
    // A peer or an optional dependency that nobody installed.
    if (folder === '') return null;
  }
}

async function installedLicence(place: string): Promise<string | null> {
  try {
    const manifest = JSON.parse(await readFile(join(root, place, 'package.json'), 'utf8')) as {
      license?: string;
      licenses?: readonly { type: string }[];
    };
    const older = manifest.licenses?.map(({ type }) => type).join(' OR ');
    return manifest.license ?? older ?? null;
  } catch {
    return null;
  }
}
