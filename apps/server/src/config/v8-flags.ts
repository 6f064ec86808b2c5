import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** How `npm start` has V8 use memory; whatever starts a server to try it does the same. */
export const v8Flags: readonly string[] = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('../../v8-flags.json', import.meta.url), 'utf8')));
