import type { Plugin } from 'vite';

/** Chunks whose functions almost all run in the first view of a bin. */
const FIRST_VIEW_CHUNKS = new Set([
  'vendor',
  'react',
  'tanstack',
  'index',
  'view',
  'first-views',
  'bin-view',
]);

/** The first line of a marked file. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks the files of the first view of a bin: Chromium then compiles their functions on another thread while
 * they load. Otherwise it compiles each function when it is first called, while the page waits.
 */
export function addCompileHints(): Plugin {
  return {
    name: 'granary-compile-hints',
    apply: 'build',
    // The hash in a file's name must cover the hint too.
    augmentChunkHash: ({ name }) => (FIRST_VIEW_CHUNKS.has(name) ? HINT : undefined),
    generateBundle: {
      // The comment must come before the list of preloaded files, which Vite puts at the beginning.
      order: 'post',
      handler(_, bundle) {
        const hintedFiles = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && FIRST_VIEW_CHUNKS.has(file.name) ? [file] : [],
        );
        for (const name of FIRST_VIEW_CHUNKS) {
          if (!hintedFiles.some((file) => file.name === name))
            this.error(`The build has no file named "${name}".`);
        }
        for (const file of hintedFiles) file.code = `${HINT}${file.code}`;
      },
    },
  };
}
