import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** The V8 memory flags that `npm start` uses, as do servers in tests and benchmarks. */
export const v8Flags: readonly string[] = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('../../v8-flags.json', import.meta.url), 'utf8')));
