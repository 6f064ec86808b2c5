/** How a cable is installed in a bin; `cable` is its number, from 1. */
export interface CableLayout {
  readonly cable: number;
  /** Its bus address; -1 if it cannot be read. */
  readonly cableId: number;
  readonly subBin: number;
  /** Whether sensor 1 is at the bottom. */
  readonly flip: boolean;
}

/** Whether sensor 1 is at the bottom, for each cable from 1 to `count`. */
export function getCableFlips(cables: readonly CableLayout[], count: number): boolean[] {
  return listLayoutsByNumber(cables, count).map((cable) => cable?.flip ?? false);
}

/** The sub-bin of each cable from 1 to `count`. */
export function getCableSubBins(cables: readonly CableLayout[], count: number): number[] {
  return listLayoutsByNumber(cables, count).map((cable) => cable?.subBin ?? 1);
}

/**
 * The address of each cable, by its number: the one that the board reported, or -1 (unreadable) if
 * the bin's settings have -1. A removed cable has no address, even if the board reports one.
 */
export function getCableAddresses(
  cables: readonly CableLayout[],
  reportedAddresses: readonly (number | null)[],
): (number | null)[] {
  const lastCable = Math.max(reportedAddresses.length, ...cables.map(({ cable }) => cable));
  return listLayoutsByNumber(cables, lastCable).map((cable, index) => {
    if (cable === undefined) return null;
    return cable.cableId === -1 ? -1 : (reportedAddresses[index] ?? null);
  });
}

function listLayoutsByNumber(
  cables: readonly CableLayout[],
  count: number,
): (CableLayout | undefined)[] {
  const byNumber = new Map(cables.map((cable) => [cable.cable, cable]));
  return Array.from({ length: count }, (_, index) => byNumber.get(index + 1));
}
