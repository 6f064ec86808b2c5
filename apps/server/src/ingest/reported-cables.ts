import type { Reading } from '@granary/domain/readings/reading';
import type { BinContext } from '../readings/bin-context.ts';

/** A cable's number and bus address; -1 where the address could not be read. */
export interface NewCable {
  readonly cable: number;
  readonly cableId: number;
}

/**
 * Finds the cables of a reading that are neither set up nor removed, and those whose address was
 * unknown. An address that two cables report is assigned to the first one only.
 */
export function findNewCables(
  { bin, cables }: Pick<BinContext, 'bin' | 'cables'>,
  { temperatures, cableIds }: Pick<Reading, 'temperatures' | 'cableIds'>,
): NewCable[] {
  const found: NewCable[] = [];
  const taken = new Set(cables.map(({ cableId }) => cableId));
  for (let cable = 1; cable <= temperatures.lengths.length; cable++) {
    const known = cables.find((one) => one.cable === cable);
    if (bin.removedCables.includes(cable) || (known && known.cableId !== -1)) continue;
    const sent = cableIds[cable - 1] ?? -1;
    const cableId = taken.has(sent) ? -1 : sent;
    if (known && cableId === -1) continue;
    taken.add(cableId);
    found.push({ cable, cableId });
  }
  return found;
}
