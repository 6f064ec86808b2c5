import type { SensorCable, SensorCell } from '../../bin-data/sensor-cables.ts';

/** Cables that stand in one table. */
export interface CableGroup {
  readonly cables: readonly SensorCable[];
  /** From the top; where a cable has no sensor at a depth, null. */
  readonly rows: readonly (readonly (SensorCell | null)[])[];
}

/** So many cables fit side by side into a card. */
const CABLES_PER_GROUP = 4;

/** The cables of a bin by sub-bin, at most four side by side. */
export function groupCables(cables: readonly SensorCable[]): CableGroup[] {
  const groups: SensorCable[][] = [];
  for (const cable of cables) {
    const last = groups.at(-1);
    const fits = last?.[0]?.subBin === cable.subBin && last.length < CABLES_PER_GROUP;
    if (fits) last.push(cable);
    else groups.push([cable]);
  }
  return groups.map((group) => ({ cables: group, rows: toRows(group) }));
}

function toRows(cables: readonly SensorCable[]): (SensorCell | null)[][] {
  const length = Math.max(...cables.map((cable) => cable.cells.length));
  return Array.from({ length }, (_, row) => cables.map((cable) => cable.cells[row] ?? null));
}
