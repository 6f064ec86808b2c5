import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Millis, millis } from '@granary/domain/units';
import { type PresetUrls, presetUrls } from '../places/preset-urls.ts';
import type { Repeat } from '../platform/live/live-connections.ts';
import type { Lookup } from '../platform/outbound/outbound.ts';
import { isPrivateAddress } from '../platform/outbound/private-address.ts';

/** Time, host names, external services and the built web app; tests replace them. */
export interface Environment {
  now(): Millis;
  pause(ms: number): Promise<unknown>;
  readonly repeat: Repeat;
  /** Resolves the host names of providers. */
  readonly lookup: Lookup;
  /** Whether a resolved IP address is private. */
  readonly isPrivateAddress: (address: string) => boolean;
  /** The certificate authorities to trust for HTTPS to other servers, as PEM; if undefined, Node's own. */
  readonly caCertificates: string | undefined;
  /** The URLs of the preset providers. */
  readonly presetUrls: PresetUrls;
  /** How much of a folder's disk is free, %. */
  getFreeDiskPercent(folder: string): Promise<number>;
  /** The folder of the built web app; null before it is built. */
  readonly webAppFolder: string | null;
}

/** The machine's own clock, timers and name resolution. */
export function createSystemEnvironment(): Environment {
  return {
    now: () => millis(Date.now()),
    pause: (ms) => setTimeout(ms),
    repeat: (action, everyMs) => {
      const timer = setInterval(action, everyMs);
      return () => clearInterval(timer);
    },
    lookup: (hostname) => lookup(hostname, { all: true }),
    isPrivateAddress,
    caCertificates: undefined,
    presetUrls,
    getFreeDiskPercent: async (folder) => {
      const { bavail, blocks } = await statfs(folder);
      return (bavail / blocks) * 100;
    },
    webAppFolder: findWebAppFolder(),
  };
}

/** The folder of the built web app beside the server; null before it is built. */
function findWebAppFolder(): string | null {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(folder) ? folder : null;
}
