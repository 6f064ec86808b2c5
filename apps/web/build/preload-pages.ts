import { createHash } from 'node:crypto';
import { LANGUAGES } from '@granary/contract/accounts/http';
import type { Plugin, Rolldown } from 'vite';

const FRAME = 'src/app/shell/shell.tsx';

/** Pages that people open first, by how their paths begin. */
const PAGES = [
  ['/allbins', 'src/app/pages/all-bins-page.tsx'],
  ['/binsensor/', 'src/app/pages/bin-page.tsx'],
  ['/dashboard', 'src/app/pages/farm-pages.ts'],
  ['/farmlist/', 'src/app/pages/farm-pages.ts'],
] as const;

/**
 * A small script before all others, that has the browser load the words, and for whoever is signed
 * in the frame and the page they asked for, while the application itself still comes: one wait on
 * a slow line instead of two.
 */
export function preloadPages(): Plugin {
  return {
    name: 'granary-preload-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const pages = PAGES.map(([path, page]) => [path, filesOf([FRAME, page], bundle)]);
      const words = LANGUAGES.map((language) => [
        language,
        filesOf([`src/locales/${language}.json`], bundle),
      ]);
      const source = scriptOf(pages, Object.fromEntries(words));
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

/** What modules load beyond what every page loads first. */
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
  return [...files].filter((file) => !first.has(file));
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

/**
 * Signed in is who has a token; what it is worth, the server says later. A browser whose language
 * is not its first loads its words later too.
 */
function scriptOf(pages: readonly unknown[], words: unknown): string {
  return `const language = localStorage.getItem('language') ?? navigator.language.slice(0, 2);
const files = [...(${JSON.stringify(words)}[language] ?? [])];
if (localStorage.getItem('token') !== null) {
  const page = ${JSON.stringify(pages)}.find(([path]) => location.pathname.startsWith(path));
  files.push(...(page?.[1] ?? []));
}
for (const file of files) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = '/' + file;
  document.head.append(link);
}
`;
}
