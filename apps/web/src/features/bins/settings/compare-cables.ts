import type { CableValues } from './settings-values.ts';

type CableField = Exclude<keyof CableValues, 'cable'>;

/** A changed field of a cable; `field` is null if the cable was added or removed. */
export interface CableChange {
  readonly cable: number;
  readonly field: CableField | null;
}

const cableFields: readonly CableField[] = ['name', 'cableId', 'subBin', 'flip', 'crop'];

/** Lists the differences between two versions of the cables, by number. */
export function findCableChanges(
  oldCables: readonly CableValues[],
  newCables: readonly CableValues[],
): CableChange[] {
  return listCableNumbers(oldCables, newCables).flatMap((cable): CableChange[] => {
    const [oldCable, newCable] = [findCable(oldCables, cable), findCable(newCables, cable)];
    if (oldCable === undefined || newCable === undefined) return [{ cable, field: null }];
    return cableFields
      .filter((field) => oldCable[field] !== newCable[field])
      .map((field) => ({ cable, field }));
  });
}

/**
 * Rebases edited cables onto someone else's changes, field by field. Cables that this user removed stay
 * removed; cables that this user edited stay, even if someone else removed them.
 */
export function rebaseCables(
  editedCables: readonly CableValues[],
  baseCables: readonly CableValues[],
  latestCables: readonly CableValues[],
): CableValues[] {
  const localChanges = findCableChanges(baseCables, editedCables);
  return listCableNumbers(editedCables, latestCables).flatMap((cable): CableValues[] => {
    const fields = localChanges
      .filter((change) => change.cable === cable)
      .map(({ field }) => field);
    const [local, remote] = [findCable(editedCables, cable), findCable(latestCables, cable)];
    if (fields.length === 0) return remote === undefined ? [] : [remote];
    if (local === undefined || remote === undefined) return local === undefined ? [] : [local];
    const keptFields = cableFields.filter(
      (field) => fields.includes(field) || fields.includes(null),
    );
    return [{ ...remote, ...Object.fromEntries(keptFields.map((field) => [field, local[field]])) }];
  });
}

/** Finds fields that both users changed to different values; the local edit wins. */
export function findCableConflicts(
  editedCables: readonly CableValues[],
  baseCables: readonly CableValues[],
  latestCables: readonly CableValues[],
): CableChange[] {
  const remoteChanges = findCableChanges(baseCables, latestCables);
  const localChanges = findCableChanges(baseCables, editedCables);
  const includes = (changes: readonly CableChange[], { cable, field }: CableChange) =>
    changes.some(
      (change) => change.cable === cable && (change.field === field || change.field === null),
    );
  return findCableChanges(latestCables, editedCables).filter(
    (change) =>
      includes(remoteChanges, change) && (includes(localChanges, change) || change.field === null),
  );
}

function listCableNumbers(...versions: readonly (readonly CableValues[])[]): number[] {
  return [...new Set(versions.flat().map(({ cable }) => cable))].sort((a, b) => a - b);
}

function findCable(cables: readonly CableValues[], cable: number): CableValues | undefined {
  return cables.find((cableValues) => cableValues.cable === cable);
}
