import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Millis, millis } from '@granary/domain/units';
import type { Repeat } from '../platform/live/live-connections.ts';
import type { Lookup } from '../platform/outbound/outbound.ts';

/** Time, host names and the built pages; tests replace them. */
export interface Environment {
  now(): Millis;
  pause(ms: number): Promise<unknown>;
  readonly repeat: Repeat;
  /** Resolves the host names of providers. */
  readonly lookup: Lookup;
  /** The folder of the built web app; null before it is built. */
  readonly pages: string | null;
}

/** The machine's own clock, timers and names. */
export function systemEnvironment(): Environment {
  return {
    now: () => millis(Date.now()),
    pause: (ms) => setTimeout(ms),
    repeat: (action, everyMs) => {
      const timer = setInterval(action, everyMs);
      return () => clearInterval(timer);
    },
    lookup: (hostname) => lookup(hostname, { all: true }),
    pages: findBuiltPages(),
  };
}

/** The folder of the built web app beside the server; null before it is built. */
function findBuiltPages(): string | null {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(folder) ? folder : null;
}
