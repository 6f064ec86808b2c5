import type { ApiBin } from './api.ts';

/** The path of a bin's page; throws if there is no such bin. */
export function binPath(bin: ApiBin | undefined): string {
  if (bin === undefined) throw new Error('The account has no such bin.');
  return `/binsensor/${bin.id}`;
}
