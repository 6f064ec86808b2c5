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
      const visited = new Set<string>();
      const visit = (name: string, path: readonly string[]) => {
        if (path.includes(name)) this.error(`Circle of files: ${[...path, name].join(', ')}`);
        if (visited.has(name)) return;
        const file = bundle[name];
        const imports = file?.type === 'chunk' ? file.imports : [];
        for (const imported of imports) visit(imported, [...path, name]);
        visited.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}
