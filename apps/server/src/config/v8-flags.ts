import { readFileSync } from 'node:fs';

/** How `npm start` has V8 use memory; whatever starts a server to try it does the same. */
export const v8Flags = JSON.parse(
  readFileSync(new URL('../../v8-flags.json', import.meta.url), 'utf8'),
) as readonly string[];
