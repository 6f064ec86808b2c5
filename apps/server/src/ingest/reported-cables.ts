import type { Reading } from '@granary/domain/readings/reading';
import type { BinContext } from '../readings/bin-context.ts';

/** A cable by its number, and its address; -1 where it could not be read. */
export interface NewCable {
  readonly cable: number;
  readonly cableId: number;
}

/**
 * The cables of a reading that its bin does not know and nobody took out of it, and those whose address it did not know.
 * An address that two cables claim leads to the first of them alone.
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
