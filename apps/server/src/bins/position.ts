import type { Kysely } from 'kysely';
import { changesBetween, recordChange } from '../audit/record.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { By } from './deletion.ts';
import { notifyChanged } from './deletion-store.ts';
import { lockPlacedBin, writePosition } from './position-store.ts';

/** Moves a bin on the map to a place in degrees. */
export async function moveBin(
  db: Kysely<Tables>,
  id: number,
  place: { readonly lat: number; readonly lng: number },
  by: By,
): Promise<'moved' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const bin = await lockPlacedBin(trx, id);
    if (!bin) return 'gone';
    const changes = changesBetween({ lat: bin.lat, lng: bin.lng }, place);
    if (changes.length === 0) return 'moved';
    const version = bin.version + 1;
    await writePosition(trx, { id, ...place, version });
    await recordChange(trx, {
      ...{ ...by, act: 'changed', subject: 'bin', subjectId: id, subjectName: bin.name },
      ...{ version, changes },
    });
    await notifyChanged(trx, [bin.mainBoardId]);
    return 'moved';
  });
}
