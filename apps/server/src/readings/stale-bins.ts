import type { Kysely, Transaction } from 'kysely';
import type { ReadFrame } from '../ingest/decode.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** Frames were read by settings of bins that changed since; nothing of their batch is stored. */
export class StaleBinsError extends Error {
  override readonly name = 'StaleBinsError';

  constructor(readonly mainBoardIds: ReadonlySet<string>) {
    super('bins changed since their frames were read');
  }
}

/**
 * Refuses frames of bins that changed since the frames were read. The bins are locked: what changes
 * later works over what is stored now.
 *
 * @throws StaleBinsError
 */
export async function assertFresh(
  trx: Transaction<Tables>,
  findBases: (
    db: Kysely<Tables>,
    binIds: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>,
  frames: readonly ReadFrame[],
): Promise<void> {
  const bases = new Map<number, { readonly basis: string; readonly mainBoardId: string }>();
  for (const { frame, meaning } of frames) {
    if (!('context' in meaning)) continue;
    const { bin, basis } = meaning.context;
    bases.set(bin.id, { basis, mainBoardId: frame.mainBoardId });
  }
  if (bases.size === 0) return;
  const current = await findBases(trx, [...bases.keys()]);
  const stale = [...bases].filter(([id, { basis }]) => current.get(id) !== basis);
  if (stale.length === 0) return;
  throw new StaleBinsError(new Set(stale.map(([, { mainBoardId }]) => mainBoardId)));
}
