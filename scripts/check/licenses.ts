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

/** The programs that are shipped; the other workspaces are tests, benchmarks or parts of these programs. */
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

/** Returns one line for each shipped package whose license is missing or not allowed. */
export async function findLicenseProblems(): Promise<string[]> {
  // The cast is safe because npm writes this file. A missing license is reported below.
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  const lines: string[] = [];
  for (const packagePath of listShippedPackages(lock.packages)) {
    const license =
      lock.packages[packagePath]?.license ?? (await readInstalledLicense(packagePath));
    if (license === null) lines.push(`${packagePath}: no license specified`);
    else if (!isAllowed(license)) lines.push(`${packagePath}: ${license}`);
  }
  return lines;
}

/** The lockfile paths of all shipped packages except our own. */
export function listShippedPackages(packages: LockedPackages): string[] {
  const seen = new Set<string>();
  const queue = [...SHIPPED_WORKSPACES];
  for (let packagePath = queue.pop(); packagePath !== undefined; packagePath = queue.pop()) {
    if (seen.has(packagePath)) continue;
    seen.add(packagePath);
    const entry = packages[packagePath] ?? {};
    const dependencies = {
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    };
    for (const name of Object.keys(dependencies)) {
      const installedPath = findInstalledPackage(name, packagePath, packages);
      if (installedPath !== null) queue.push(installedPath);
    }
  }
  for (const name of BUNDLED_TOOLS) seen.add(`node_modules/${name}`);
  return [...seen].filter((packagePath) => packagePath.includes('node_modules/')).sort();
}

/** Whether the allowed licenses satisfy an SPDX expression. */
export function isAllowed(expression: string): boolean {
  const inner = expression.replaceAll(/^\(|\)$/g, '');
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isAllowed);
  return inner.split(' AND ').every((part) => ALLOWED.has(part.trim()));
}

/** Finds a package as Node does: beside its dependent, then in each parent folder. */
function findInstalledPackage(name: string, from: string, packages: LockedPackages): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const packagePath = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[packagePath];
    if (entry) return entry.link && entry.resolved ? entry.resolved : packagePath;
    // A peer or an optional dependency that is not installed.
    if (folder === '') return null;
  }
}

async function readInstalledLicense(packagePath: string): Promise<string | null> {
  try {
    const manifest = JSON.parse(
      await readFile(join(root, packagePath, 'package.json'), 'utf8'),
    ) as {
      license?: string;
      licenses?: readonly { type: string }[];
    };
    const legacyLicense = manifest.licenses?.map(({ type }) => type).join(' OR ');
    return manifest.license ?? legacyLicense ?? null;
  } catch {
    return null;
  }
}
