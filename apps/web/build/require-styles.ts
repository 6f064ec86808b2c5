import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ALL_STYLES = fileURLToPath(import.meta.resolve('@mantine/core/styles.css'));
const CLASS = /m_[0-9a-f]{6,8}/g;

/** Fails a build that uses a Mantine component without importing its styles. */
export function requireStyles(): Plugin {
  return {
    name: 'granary-require-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const styledClasses = new Set(readFileSync(ALL_STYLES, 'utf8').match(CLASS));
      const importedClasses = new Set<string>();
      const usedClasses = new Set<string>();
      for (const file of Object.values(bundle)) {
        const isStyle = file.fileName.endsWith('.css');
        const text = file.type === 'chunk' ? file.code : isStyle ? String(file.source) : '';
        for (const name of text.match(CLASS) ?? [])
          (isStyle ? importedClasses : usedClasses).add(name);
      }
      const missing = [...usedClasses].filter(
        (name) => styledClasses.has(name) && !importedClasses.has(name),
      );
      if (missing.length > 0) {
        throw new Error(
          `No file imports the styles of ${missing.join(', ')}. Import them in theme/mantine.css, or in each file that uses the component.`,
        );
      }
    },
  };
}
