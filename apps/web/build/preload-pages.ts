import { createHash } from 'node:crypto';
import { LANGUAGES, role as roleSchema } from '@granary/contract/accounts/http';
import type { Plugin, Rolldown } from 'vite';
import { preloadUrls } from '../src/bin-data/first-calls.ts';
import { buildPreloadScript, type PreloadedPage, type TextFiles } from './preload-script.ts';

/** The layout of all pages for signed-in users. */
const LAYOUT = 'src/app/shell/shell.tsx';

/** The page for visitors who are not signed in. */
const SIGN_IN = 'src/app/pages/public/login-page.tsx';

const BIN = ['src/app/router/prefetch-bin.ts', 'src/app/pages/bins/bin-page.tsx'];
const ALL_BINS = ['src/app/router/prefetch-lists.ts', 'src/app/pages/bins/all-bins-page.tsx'];
const BIN_LISTS = ['src/app/router/prefetch-lists.ts', 'src/app/pages/bins/bin-list-pages.tsx'];
const FARMS = ['src/app/router/prefetch-lists.ts', 'src/app/pages/farms/farm-pages.tsx'];

/**
 * Pages that are often opened first, keyed by the start of their paths: the modules that start their queries,
 * their code, and the texts they need.
 */
const PAGES = [
  ['/allbins', ALL_BINS, ['bins', 'lists']],
  ['/binsensor/', BIN, ['bins']],
  ['/dashboard', FARMS, ['bins', 'lists']],
  ['/farmlist/', FARMS, ['bins', 'lists']],
  ['/binsensorlist/', BIN_LISTS, ['bins', 'lists']],
  ['/binsensormap/', BIN_LISTS, ['bins', 'lists']],
  ['/overview', BIN_LISTS, ['bins', 'lists']],
] as const;

/** Placeholders for an ID and a user ID in the URLs of first calls. */
const ID = 1_111_111_111;
const USER_ID = 1_222_222_222;

/**
 * Adds a small script that runs before the application has loaded. It makes the browser load the texts and
 * the sign-in page or, for a signed-in user, the files and the first data of the page in the URL. On a slow
 * network, that means one wait instead of three.
 */
export function preloadPages(): Plugin {
  return {
    name: 'granary-preload-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const pages = PAGES.map(
        ([path, modules, texts]): PreloadedPage => [
          path,
          listFiles([LAYOUT, ...modules], bundle),
          listUrlTemplates(path),
          texts,
        ],
      );
      const signIn = listFiles([SIGN_IN], bundle);
      const source = buildPreloadScript(pages, signIn, Object.fromEntries(listTextFiles(bundle)));
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/preload-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      const html = findHtml(bundle);
      const tag = `<script async src="/${fileName}"></script>`;
      html.source = String(html.source).replace('<link rel="icon"', `${tag}\n    $&`);
    },
  };
}

/** Lists, for each language, the files with the texts that preloaded pages need. */
function listTextFiles(bundle: Rolldown.OutputBundle): [string, TextFiles][] {
  const findFile = (language: string, part: keyof TextFiles) =>
    listFiles([`src/locales/${language}.json?texts=${part}`], bundle)[0] ?? '';
  return LANGUAGES.map((language) => [
    language,
    {
      start: findFile(language, 'start'),
      bins: findFile(language, 'bins'),
      lists: findFile(language, 'lists'),
    },
  ]);
}

/** Returns the URLs of a page's first calls for each role, with placeholders; null if it has none. */
function listUrlTemplates(path: string): Readonly<Record<string, readonly string[]>> | null {
  const urls = preloadUrls[path];
  if (urls === undefined) return null;
  return Object.fromEntries(
    roleSchema.options.map((role) => [
      role,
      urls({ id: ID, userId: USER_ID, role }).map((url) =>
        url.replace(String(ID), '{id}').replace(String(USER_ID), '{userId}'),
      ),
    ]),
  );
}

/** Lists the files and styles that modules need, except those in `index.html`, which every page loads. */
function listFiles(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunkByFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (chunk === undefined) throw new Error(`No file contains ${module}`);
    collectFiles(chunk, chunkByFile, files);
  }
  const styles = [...files].flatMap((file) => [
    ...(chunkByFile.get(file)?.viteMetadata?.importedCss ?? []),
  ]);
  const { source } = findHtml(bundle);
  return [...files, ...new Set(styles)].filter((file) => !String(source).includes(file));
}

function findHtml(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const html = bundle['index.html'];
  if (html?.type !== 'asset')
    throw new Error('index.html must be generated before the preload script');
  return html;
}

function collectFiles(
  chunk: Rolldown.OutputChunk,
  chunkByFile: ReadonlyMap<string, Rolldown.OutputChunk>,
  files: Set<string>,
): void {
  if (files.has(chunk.fileName)) return;
  files.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = chunkByFile.get(name);
    if (imported !== undefined) collectFiles(imported, chunkByFile, files);
  }
}
