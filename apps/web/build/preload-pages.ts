import { createHash } from 'node:crypto';
import { LANGUAGES, role as roleSchema } from '@granary/contract/accounts/http';
import type { Plugin, Rolldown } from 'vite';
import { firstCallUrls } from '../src/bin-data/first-calls.ts';
import { type PreloadedPage, preloadScript, type TextFiles } from './preload-script.ts';

/** The layout of all pages for signed-in users. */
const LAYOUT = 'src/app/shell/shell.tsx';

/** For visitors who are not signed in. */
const SIGN_IN = 'src/app/pages/public/login-page.tsx';

const BIN = ['src/app/router/prefetch-bin.ts', 'src/app/pages/bins/bin-page.tsx'];
const ALL_BINS = ['src/app/router/prefetch-lists.ts', 'src/app/pages/bins/all-bins-page.tsx'];
const BIN_LISTS = ['src/app/router/prefetch-lists.ts', 'src/app/pages/bins/bin-list-pages.tsx'];
const FARMS = ['src/app/router/prefetch-lists.ts', 'src/app/pages/farms/farm-pages.tsx'];

/**
 * Pages that are often opened first, by the start of their paths: what starts their queries, their
 * code, and the texts they need.
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

/** Placeholders for an id and a user in the addresses of first calls. */
const ID = 1_111_111_111;
const USER_ID = 1_222_222_222;

/**
 * Adds a small script that runs before the application has loaded: the browser loads the texts and
 * the sign-in page or, for a signed-in user, the files and the first data of the page in the address.
 * On a slow network that is one wait instead of three.
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
          urlTemplates(path),
          texts,
        ],
      );
      const signIn = listFiles([SIGN_IN], bundle);
      const source = preloadScript(pages, signIn, Object.fromEntries(listTexts(bundle)));
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/preload-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      const html = findHtml(bundle);
      const tag = `<script async src="/${fileName}"></script>`;
      html.source = String(html.source).replace('<link rel="icon"', `${tag}\n    $&`);
    },
  };
}

/** The files of the texts of each language that preloaded pages need. */
function listTexts(bundle: Rolldown.OutputBundle): [string, TextFiles][] {
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

/** The first calls of a page by role, with placeholders; null where it has none. */
function urlTemplates(path: string): Readonly<Record<string, readonly string[]>> | null {
  const urls = firstCallUrls[path];
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

/** The files and styles of modules, without those that `index.html` names: every page loads them. */
function listFiles(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (chunk === undefined) throw new Error(`No file contains ${module}`);
    gather(chunk, named, files);
  }
  const styles = [...files].flatMap((file) => [
    ...(named.get(file)?.viteMetadata?.importedCss ?? []),
  ]);
  const { source } = findHtml(bundle);
  return [...files, ...new Set(styles)].filter((file) => !String(source).includes(file));
}

function findHtml(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const html = bundle['index.html'];
  if (html?.type !== 'asset') throw new Error('index.html is built after the preload script');
  return html;
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
