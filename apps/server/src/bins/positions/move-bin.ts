import type { Kysely } from 'kysely';
import {
  type ChangedBy,
  changedSince,
  changesBetween,
  recordChange,
} from '../../audit/record-change.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { notifyBinsChanged } from '../deletion/store.ts';
import { lockPlacedBin, writePosition } from '../position-store.ts';

export interface RequestedPosition {
  readonly lat: number;
  readonly lng: number;
  /** The version that was read; without one the move overwrites whatever stands there. */
  readonly version?: number | undefined;
}

export type MoveOutcome =
  | { readonly kind: 'moved'; readonly version: number }
  | { readonly kind: 'gone' }
  /** Somebody else moved it since the version was read: these fields, by their names on the wire. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] };

/**
 * Moves a bin on the map to a place in degrees. Only another move since the version that was read
 * is in the way: other changes of the bin lose nothing by this one.
 */
export async function moveBin(
  db: Kysely<Tables>,
  id: number,
  { version: read, ...place }: RequestedPosition,
  by: ChangedBy,
): Promise<MoveOutcome> {
  return db.transaction().execute(async (trx) => {
    const bin = await lockPlacedBin(trx, id);
    if (!bin) return { kind: 'gone' };
    const since = read === undefined ? [] : await changedSince(trx, 'bin', id, read);
    const fields = since.filter((field) => field === 'lat' || field === 'lng');
    if (fields.length > 0) return { kind: 'stale', fields };
    const changes = changesBetween({ lat: bin.lat, lng: bin.lng }, place);
    if (changes.length === 0) return { kind: 'moved', version: bin.version };
    const version = bin.version + 1;
    await writePosition(trx, { id, ...place, version });
    await recordChange(trx, {
      ...{ ...by, act: 'changed', subject: 'bin', subjectId: id, subjectName: bin.name },
      ...{ version, changes },
    });
    await notifyBinsChanged(trx, [bin.mainBoardId]);
    return { kind: 'moved', version };
  });
}
