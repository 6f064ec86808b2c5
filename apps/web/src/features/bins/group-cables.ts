import type { SensorCable, SensorCell } from '../../bin-data/sensor-cables.ts';

/** The cables shown in one table. */
export interface CableGroup {
  readonly cables: readonly SensorCable[];
  /** Rows from the top; a cell is null if its cable has no sensor at that depth. */
  readonly rows: readonly (readonly (SensorCell | null)[])[];
}

/** As many as fit side by side in a card. */
const CABLES_PER_GROUP = 4;

/** Groups cables by sub-bin, at most four per group. */
export function groupCables(cables: readonly SensorCable[]): CableGroup[] {
  const groups: SensorCable[][] = [];
  for (const cable of cables) {
    const lastGroup = groups.at(-1);
    const fits = lastGroup?.[0]?.subBin === cable.subBin && lastGroup.length < CABLES_PER_GROUP;
    if (fits) lastGroup.push(cable);
    else groups.push([cable]);
  }
  return groups.map((group) => ({ cables: group, rows: toRows(group) }));
}

function toRows(cables: readonly SensorCable[]): (SensorCell | null)[][] {
  const length = Math.max(...cables.map((cable) => cable.cells.length));
  return Array.from({ length }, (_, row) => cables.map((cable) => cable.cells[row] ?? null));
}
