import type { BinOnWire } from './api.ts';

/** Where a bin's page is; throws where the bin is not there. */
export function binPath(bin: BinOnWire | undefined): string {
  if (bin === undefined) throw new Error('This bin is not among those of the account.');
  return `/binsensor/${bin.id}`;
}
