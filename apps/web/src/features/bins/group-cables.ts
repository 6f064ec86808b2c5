import type { SensorCable, SensorCell } from '../../bin-data/sensor-cables.ts';

/** Cables that stand in one table. */
export interface SensorGroup {
  readonly cables: readonly SensorCable[];
  /** From the top; where a cable has no sensor at a depth, null. */
  readonly rows: readonly (readonly (SensorCell | null)[])[];
}

/** So many cables fit side by side into a card. */
const CABLES_A_GROUP = 4;

/** The cables of a bin by sub-bin, at most four side by side. */
export function sensorGroups(cables: readonly SensorCable[]): SensorGroup[] {
  const groups: SensorCable[][] = [];
  for (const cable of cables) {
    const last = groups.at(-1);
    const fits = last?.[0]?.subBin === cable.subBin && last.length < CABLES_A_GROUP;
    if (fits) last.push(cable);
    else groups.push([cable]);
  }
  return groups.map((group) => ({ cables: group, rows: rowsOf(group) }));
}

function rowsOf(cables: readonly SensorCable[]): (SensorCell | null)[][] {
  const length = Math.max(...cables.map((cable) => cable.cells.length));
  return Array.from({ length }, (_, row) => cables.map((cable) => cable.cells[row] ?? null));
}
