import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tool.ts';

/** Licenses that a shipped dependency may have. */
const ALLOWED = new Set([
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

/** The other workspaces are tests and benchmarks, or part of these. */
const SHIPPED_WORKSPACES = ['apps/server', 'apps/simulator', 'apps/web'];

/** Build tools that add some of their code to the web bundle. */
const BUNDLED_TOOLS = ['@vitejs/plugin-react', 'rolldown', 'vite'];

/** An entry of the lock file. */
export interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** A line for each shipped package without a license on the list. */
export async function findLicenseProblems(): Promise<string[]> {
  // npm wrote the file. An unexpected field counts as missing and is reported.
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  const lines: string[] = [];
  for (const place of listShippedPackages(lock.packages)) {
    const license = lock.packages[place]?.license ?? (await readInstalledLicense(place));
    if (license === null) lines.push(`${place}: no license is named`);
    else if (!isAllowed(license)) lines.push(`${place}: ${license}`);
  }
  return lines;
}

/** The lock file's paths of all shipped packages except our own. */
export function listShippedPackages(packages: LockedPackages): string[] {
  const seen = new Set<string>();
  const waiting = [...SHIPPED_WORKSPACES];
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
      const found = findInstalledPackage(name, place, packages);
      if (found !== null) waiting.push(found);
    }
  }
  for (const name of BUNDLED_TOOLS) seen.add(`node_modules/${name}`);
  return [...seen].filter((place) => place.includes('node_modules/')).sort();
}

/** Whether licenses on the list satisfy an SPDX expression. */
export function isAllowed(expression: string): boolean {
  const inner = expression.replaceAll(/^\(|\)$/g, '');
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isAllowed);
  return inner.split(' AND ').every((part) => ALLOWED.has(part.trim()));
}

/** Finds a package as Node does: beside its dependent, then in each parent folder. */
function findInstalledPackage(name: string, from: string, packages: LockedPackages): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[place];
    if (entry) return entry.link && entry.resolved ? entry.resolved : place;
    // A peer or an optional dependency that is not installed.
    if (folder === '') return null;
  }
}

async function readInstalledLicense(place: string): Promise<string | null> {
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
