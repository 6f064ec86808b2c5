/** What is set of a cable that hangs in a bin; `cable` is its number, from 1. */
export interface CableLayout {
  readonly cable: number;
  /** Its bus address; -1 where it has none that can be read. */
  readonly cableId: number;
  readonly subBin: number;
  /** Sensor 1 is at the bottom. */
  readonly flip: boolean;
}

/** Of the cables 1 to `count`, whether sensor 1 is at the bottom. */
export function cableFlips(cables: readonly CableLayout[], count: number): boolean[] {
  return layoutsByNumber(cables, count).map((cable) => cable?.flip ?? false);
}

/** Of the cables 1 to `count`, the sub-bin that each hangs in. */
export function cableSubBins(cables: readonly CableLayout[], count: number): number[] {
  return layoutsByNumber(cables, count).map((cable) => cable?.subBin ?? 1);
}

/**
 * The address of each cable, by its number: as the board names it, but unreadable (-1) where the
 * bin's settings have none either. A cable that was taken out has none, whatever the board names.
 */
export function cableAddresses(
  cables: readonly CableLayout[],
  reported: readonly (number | null)[],
): (number | null)[] {
  const last = Math.max(reported.length, ...cables.map(({ cable }) => cable));
  return layoutsByNumber(cables, last).map((cable, index) => {
    if (cable === undefined) return null;
    return cable.cableId === -1 ? -1 : (reported[index] ?? null);
  });
}

function layoutsByNumber(
  cables: readonly CableLayout[],
  count: number,
): (CableLayout | undefined)[] {
  const byNumber = new Map(cables.map((cable) => [cable.cable, cable]));
  return Array.from({ length: count }, (_, index) => byNumber.get(index + 1));
}
