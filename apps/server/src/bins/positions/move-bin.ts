import {
  type ChangedBy,
  compareFields,
  findChangedFields,
  recordBinChange,
} from '../../audit/record-change.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { lockBin, notifyBinsChanged } from '../store.ts';

export interface RequestedPosition {
  readonly lat: number;
  readonly lng: number;
  /** The version that was read; without it, the move overwrites the stored position. */
  readonly version?: number | undefined;
}

export type MoveOutcome =
  | { readonly kind: 'moved'; readonly version: number }
  | { readonly kind: 'gone' }
  /** Another user has moved the bin since the version was read; fields are named as on the wire. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] };

/**
 * Moves a bin on the map; the position is in degrees. This conflicts only with a move after the version that
 * was read, because a move changes nothing else.
 */
export async function moveBin(
  db: Db,
  id: number,
  { version: readVersion, ...position }: RequestedPosition,
  changedBy: ChangedBy,
): Promise<MoveOutcome> {
  return db.transaction().execute(async (trx) => {
    const bin = await lockBin(trx, id);
    if (!bin) return { kind: 'gone' };
    const changedFields =
      readVersion === undefined ? [] : await findChangedFields(trx, 'bin', id, readVersion);
    const fields = changedFields.filter((field) => field === 'lat' || field === 'lng');
    if (fields.length > 0) return { kind: 'stale', fields };
    const changes = compareFields({ lat: bin.lat, lng: bin.lng }, position);
    if (changes.length === 0) return { kind: 'moved', version: bin.version };
    const version = bin.version + 1;
    await trx
      .updateTable('bins')
      .set({ ...position, version })
      .where('id', '=', id)
      .execute();
    await recordBinChange(trx, bin.id, {
      ...changedBy,
      act: 'changed',
      version,
      changes,
    });
    await notifyBinsChanged(trx, [bin.mainBoardId]);
    return { kind: 'moved', version };
  });
}
