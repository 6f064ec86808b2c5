import type { EarlyCalls } from '../src/app/router/early-calls.ts';

/** How a page's path begins, the files it needs, and what it asks of the server first. */
export type PreloadedPage = readonly [
  path: string,
  files: readonly string[],
  calls: EarlyCalls | null,
];

/**
 * The script before all others. Signed in is who has a token; what it is worth, the server says
 * later. `words` are the files of each language; it takes the language that the application takes
 * (`preferredLanguage`), for else what it asked for would be asked for again.
 */
export function preloadScript(
  pages: readonly PreloadedPage[],
  words: Readonly<Record<string, readonly string[]>>,
): string {
  return `const words = ${JSON.stringify(words)};
const wanted = [localStorage.getItem('language'), ...navigator.languages];
const language =
  wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(words, tag)) ?? 'en';
const files = [...words[language]];
const token = localStorage.getItem('token');
if (token !== null) {
  const page = ${JSON.stringify(pages)}.find(([path]) => location.pathname.startsWith(path));
  files.push(...(page?.[1] ?? []));
  // Below a page lie others, and what is searched for in it asks for other things.
  const id = page && /^\\d*$/.exec(location.pathname.slice(page[0].length));
  let me = {};
  try {
    me = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))) ?? {};
  } catch {
    // Whose token it is, the application finds out as well, and ends the session.
  }
  const headers = { 'Accept-Language': language, Authorization: 'Bearer ' + token };
  const answers = new Map();
  const isFirst = id && location.search === '' && Object.hasOwn(page[2] ?? {}, me.role);
  const calls = isFirst ? page[2][me.role] : [];
  for (const call of calls.filter((call) => call.includes('{id}') === (id[0] !== ''))) {
    const address = call.replace('{id}', id[0]).replace('{me}', me.id);
    const answer = fetch(address, { headers });
    // Whoever takes it tells of what went wrong.
    answer.catch(() => undefined);
    answers.set(address, answer);
  }
  globalThis.earlyAnswers = { token, language, answers };
}
for (const file of files) {
  const link = document.createElement('link');
  if (file.endsWith('.css')) {
    // As the application asks for it: else it would come twice.
    Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' });
  } else {
    link.rel = 'modulepreload';
  }
  link.href = '/' + file;
  document.head.append(link);
}
`;
}
