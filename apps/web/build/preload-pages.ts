import { createHash } from 'node:crypto';
import { LANGUAGES } from '@granary/contract/accounts/http';
import type { Plugin, Rolldown } from 'vite';
import { EARLY_CALLS } from '../src/app/router/early-calls.ts';
import { type PreloadedPage, preloadScript } from './preload-script.ts';

const FRAME = 'src/app/shell/shell.tsx';

/** Pages that people open first, by how their paths begin. */
const PAGES = [
  ['/allbins', 'src/app/pages/bins/all-bins-page.tsx'],
  ['/binsensor/', 'src/app/pages/bins/bin-page.tsx'],
  ['/dashboard', 'src/app/pages/farms/farm-pages.ts'],
  ['/farmlist/', 'src/app/pages/farms/farm-pages.ts'],
  ['/binsensorlist/', 'src/app/pages/farms/farm-pages.ts'],
  ['/binsensormap/', 'src/app/pages/farms/farm-pages.ts'],
  ['/overview', 'src/app/pages/farms/farm-pages.ts'],
] as const;

/**
 * A small script before all others, that has the browser load the words, and for whoever is signed
 * in the frame and the page they asked for, and what that asks of the server first, while the
 * application itself still comes: one wait on a slow line instead of three.
 */
export function preloadPages(): Plugin {
  return {
    name: 'granary-preload-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const pages = PAGES.map(
        ([path, page]): PreloadedPage => [
          path,
          filesOf([FRAME, page], bundle),
          EARLY_CALLS[path] ?? null,
        ],
      );
      const words = LANGUAGES.map((language) => [
        language,
        filesOf([`src/locales/${language}.json`], bundle),
      ]);
      const source = preloadScript(pages, Object.fromEntries(words));
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/preload-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      const html = bundle['index.html'];
      if (html?.type !== 'asset') throw new Error('The page is not built before its preloads');
      const tag = `<script async src="/${fileName}"></script>`;
      html.source = String(html.source).replace('<link rel="icon"', `${tag}\n    $&`);
    },
  };
}

/** What modules load beyond what every page loads first, their styles with them. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set<string>();
  for (const chunk of chunks) if (chunk.isEntry) gather(chunk, named, first);
  const files = new Set<string>();
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
    if (chunk === undefined) throw new Error(`${module} is no file of its own`);
    gather(chunk, named, files);
  }
  const styles = [...files].flatMap((file) => stylesOf(file, named));
  const firstStyles = new Set([...first].flatMap((file) => stylesOf(file, named)));
  return [
    ...[...files].filter((file) => !first.has(file)),
    ...new Set(styles.filter((style) => !firstStyles.has(style))),
  ];
}

function stylesOf(file: string, named: ReadonlyMap<string, Rolldown.OutputChunk>): string[] {
  return [...(named.get(file)?.viteMetadata?.importedCss ?? [])];
}

function gather(
  chunk: Rolldown.OutputChunk,
  named: ReadonlyMap<string, Rolldown.OutputChunk>,
  into: Set<string>,
): void {
  if (into.has(chunk.fileName)) return;
  into.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = named.get(name);
    if (imported !== undefined) gather(imported, named, into);
  }
}
