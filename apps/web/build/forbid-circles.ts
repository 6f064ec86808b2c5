import type { Plugin } from 'vite';

/**
 * Fails a build of which files import each other in a circle: one of them would run before what it
 * needs. The bundler's `strictExecutionOrder` avoids that by making a function of each module, and pages
 * would be 5 % larger.
 */
export function forbidCircles(): Plugin {
  return {
    name: 'granary-forbid-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const circle = findCircle((name) => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.imports : [];
      }, Object.keys(bundle));
      if (circle !== null) this.error(`Circle of files: ${circle.join(', ')}`);
    },
  };
}

/** A path of imports that ends where it begins; null if there is none. */
export function findCircle(
  listImports: (name: string) => readonly string[],
  names: readonly string[],
): string[] | null {
  const visited = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (visited.has(name)) return null;
    for (const imported of listImports(name)) {
      const circle = visit(imported, [...path, name]);
      if (circle !== null) return circle;
    }
    visited.add(name);
    return null;
  };
  for (const name of names) {
    const circle = visit(name, []);
    if (circle !== null) return circle;
  }
  return null;
}
