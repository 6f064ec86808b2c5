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
  before: readonly CableValues[],
  now: readonly CableValues[],
): CableChange[] {
  return listCableNumbers(before, now).flatMap((cable): CableChange[] => {
    const [oldCable, newCable] = [findCable(before, cable), findCable(now, cable)];
    if (oldCable === undefined || newCable === undefined) return [{ cable, field: null }];
    return cableFields
      .filter((field) => oldCable[field] !== newCable[field])
      .map((field) => ({ cable, field }));
  });
}

/**
 * Rebases edited cables onto someone else's changes, field by field. Cables removed here stay
 * removed, and cables edited here stay.
 */
export function rebaseCables(
  typed: readonly CableValues[],
  before: readonly CableValues[],
  now: readonly CableValues[],
): CableValues[] {
  const localChanges = findCableChanges(before, typed);
  return listCableNumbers(typed, now).flatMap((cable): CableValues[] => {
    const fields = localChanges
      .filter((change) => change.cable === cable)
      .map(({ field }) => field);
    const [local, remote] = [findCable(typed, cable), findCable(now, cable)];
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
  typed: readonly CableValues[],
  before: readonly CableValues[],
  now: readonly CableValues[],
): CableChange[] {
  const remoteChanges = findCableChanges(before, now);
  const localChanges = findCableChanges(before, typed);
  const includes = (changes: readonly CableChange[], { cable, field }: CableChange) =>
    changes.some((one) => one.cable === cable && (one.field === field || one.field === null));
  return findCableChanges(now, typed).filter(
    (change) =>
      includes(remoteChanges, change) && (includes(localChanges, change) || change.field === null),
  );
}

function listCableNumbers(...versions: readonly (readonly CableValues[])[]): number[] {
  return [...new Set(versions.flat().map(({ cable }) => cable))].sort((a, b) => a - b);
}

function findCable(cables: readonly CableValues[], cable: number): CableValues | undefined {
  return cables.find((one) => one.cable === cable);
}
