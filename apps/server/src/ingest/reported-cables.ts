import type { Reading } from '@granary/domain/readings/reading';
import type { BinContext } from '../readings/bin-context.ts';

/** A cable's number and bus address; -1 if the address could not be read. */
export interface NewCable {
  readonly cable: number;
  readonly cableId: number;
}

/**
 * Finds the cables in a reading that are new to the bin, and those whose address was unknown. Leaves out
 * cables that were removed from the bin. An address that two cables report is assigned to the first one only.
 */
export function findNewCables(
  { bin, cables }: Pick<BinContext, 'bin' | 'cables'>,
  { temperatures, cableIds }: Pick<Reading, 'temperatures' | 'cableIds'>,
): NewCable[] {
  const newCables: NewCable[] = [];
  const usedAddresses = new Set(cables.map(({ cableId }) => cableId));
  for (let cable = 1; cable <= temperatures.lengths.length; cable++) {
    const existingCable = cables.find((binCable) => binCable.cable === cable);
    if (bin.removedCables.includes(cable) || (existingCable && existingCable.cableId !== -1))
      continue;
    const reportedAddress = cableIds[cable - 1] ?? -1;
    const cableId = usedAddresses.has(reportedAddress) ? -1 : reportedAddress;
    if (existingCable && cableId === -1) continue;
    usedAddresses.add(cableId);
    newCables.push({ cable, cableId });
  }
  return newCables;
}
