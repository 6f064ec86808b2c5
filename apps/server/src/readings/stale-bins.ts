import type { Kysely, Transaction } from 'kysely';
import type { DecodedFrame } from '../ingest/decode.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** Frames were read by settings of bins that changed since; nothing of their batch is stored. */
export class StaleRevisionError extends Error {
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
export async function assertCurrentRevisions(
  trx: Transaction<Tables>,
  findBases: (
    db: Kysely<Tables>,
    binIds: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>,
  frames: readonly DecodedFrame[],
): Promise<void> {
  const bases = new Map<number, { readonly basis: string; readonly mainBoardId: string }>();
  for (const { frame, content: meaning } of frames) {
    if (!('context' in meaning)) continue;
    const { bin, revision: basis } = meaning.context;
    bases.set(bin.id, { basis, mainBoardId: frame.mainBoardId });
  }
  if (bases.size === 0) return;
  const current = await findBases(trx, [...bases.keys()]);
  const stale = [...bases].filter(([id, { basis }]) => current.get(id) !== basis);
  if (stale.length === 0) return;
  throw new StaleRevisionError(new Set(stale.map(([, { mainBoardId }]) => mainBoardId)));
}
