import type { TextPart } from '../src/locales/text-parts.ts';

/** The text files of one language, by part; only the parts that preloaded pages need. */
export type TextFiles = Readonly<Record<Exclude<TextPart, 'other'>, string>>;

/**
 * A page that is preloaded: the prefix of its path, its files, its first API calls by role, and the text
 * parts that it needs besides `start`.
 */
export type PreloadedPage = readonly [
  path: string,
  files: readonly string[],
  urls: Readonly<Record<string, readonly string[]>> | null,
  texts: readonly (keyof TextFiles)[],
];

/**
 * The source of the preload script. In `pages`, `{id}` is the number at the end of the path and `{userId}`
 * the ID of the signed-in user. Visitors without a token load `signInFiles`. `textFiles` has the files of
 * each language. The script must pick the same language as `findPreferredLanguage`, because the application
 * discards responses in any other language. The server decides whether the token is valid.
 */
export function buildPreloadScript(
  pages: readonly PreloadedPage[],
  signInFiles: readonly string[],
  textFiles: Readonly<Record<string, TextFiles>>,
): string {
  return `const textFiles = ${JSON.stringify(textFiles)};
const stored = ['language', 'profileLanguage'].map((key) => localStorage.getItem(key));
const wanted = [...stored, ...navigator.languages];
const language =
  wanted
    .map((tag) => tag?.slice(0, 2).toLowerCase())
    .find((tag) => Object.hasOwn(textFiles, tag)) ?? 'en';
const texts = textFiles[language];
const files = [texts.start];
const token = localStorage.getItem('token');
if (token === null) {
  files.push(...${JSON.stringify(signInFiles)});
} else {
  const page = ${JSON.stringify(pages)}.find(([path]) => location.pathname.startsWith(path));
  files.push(...(page?.[3] ?? []).map((part) => texts[part]), ...(page?.[1] ?? []));
  // Subpages, and this page with a query string, make different calls first.
  const id = page && /^\\d*$/.exec(location.pathname.slice(page[0].length));
  let user = {};
  try {
    user = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))) ?? {};
  } catch {
    // The application rejects the token too, and ends the session.
  }
  const headers = { 'Accept-Language': language, Authorization: 'Bearer ' + token };
  const responses = new Map();
  const hasCalls = id && location.search === '' && Object.hasOwn(page[2] ?? {}, user.role);
  const urls = hasCalls ? page[2][user.role] : [];
  for (const template of urls.filter((url) => url.includes('{id}') === (id[0] !== ''))) {
    const url = template.replace('{id}', id[0]).replace('{userId}', user.id);
    const response = fetch(url, { headers });
    // The query that takes the response reports the error.
    response.catch(() => undefined);
    responses.set(url, response);
  }
  globalThis.preloadedResponses = { token, language, responses };
}
for (const file of files) {
  const link = document.createElement('link');
  if (file.endsWith('.css')) {
    // The same attributes as the application uses, or the browser would load the file twice.
    Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' });
  } else {
    link.rel = 'modulepreload';
  }
  // Low priority, so that the application's own files load first: this script runs while the page loads.
  link.fetchPriority = 'low';
  link.href = '/' + file;
  document.head.append(link);
}
// The first use of a locale takes tens of milliseconds on a slow phone, so do it now, while the phone waits for the files.
const locale = navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language;
new Intl.NumberFormat(locale).format(0);
new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(0);
`;
}
