import type { Plugin } from 'vite';

/**
 * Fails a build whose files import each other in a cycle: one of them would run before the files it needs.
 * The bundler's `strictExecutionOrder` would avoid that by wrapping each module in a function, but pages
 * would be 5 % larger.
 */
export function forbidCircularImports(): Plugin {
  return {
    name: 'granary-forbid-circular-imports',
    apply: 'build',
    generateBundle(_, bundle) {
      const cycle = findCycle((name) => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.imports : [];
      }, Object.keys(bundle));
      if (cycle !== null) this.error(`Circular import: ${cycle.join(', ')}`);
    },
  };
}

/** Finds a path of imports that ends where it begins; null if there is none. */
export function findCycle(
  listImports: (name: string) => readonly string[],
  names: readonly string[],
): string[] | null {
  const visited = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (visited.has(name)) return null;
    for (const imported of listImports(name)) {
      const cycle = visit(imported, [...path, name]);
      if (cycle !== null) return cycle;
    }
    visited.add(name);
    return null;
  };
  for (const name of names) {
    const cycle = visit(name, []);
    if (cycle !== null) return cycle;
  }
  return null;
}
