import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Millis, millis } from '@granary/domain/units';
import type { Repeat } from '../platform/live/live.ts';
import type { Lookup } from '../platform/outbound/outbound.ts';

/** Time and the built pages: what a process finds around it, and tests bring along. */
export interface Surroundings {
  now(): Millis;
  pause(ms: number): Promise<unknown>;
  readonly repeat: Repeat;
  /** Finds the addresses of providers' hosts. */
  readonly lookup: Lookup;
  /** The folder of the built pages; null before they are built. */
  readonly pages: string | null;
}

/** The machine's own clock, timers and names. */
export function realSurroundings(): Surroundings {
  return {
    now: () => millis(Date.now()),
    pause: (ms) => setTimeout(ms),
    repeat: (act, everyMs) => {
      const timer = setInterval(act, everyMs);
      return () => clearInterval(timer);
    },
    lookup: (hostname) => lookup(hostname, { all: true }),
    pages: builtPages(),
  };
}

/** The pages beside the server, wherever it runs from; null before they are built. */
function builtPages(): string | null {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(folder) ? folder : null;
}
