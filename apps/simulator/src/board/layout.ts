import type { DemoBin } from '../demo/farm.ts';

/** Rings of grain between the center of a bin and its wall. */
export const RINGS = 8;

const CUBIC_METERS_PER_BUSHEL = 0.0352391;

/** A bin's size and the positions of its cables in its grid of grain cells. */
export interface Layout {
  readonly radiusM: number;
  readonly heightM: number;
  /** Bushels up to the eave. */
  readonly capacity: number;
  readonly volumeM3: number;
  /** One row of the grid for each sensor of a cable; row 0 is the top. */
  readonly rows: number;
  /** For each cable, the ring just inside it and how far it is toward the next ring, 0 to 1. */
  readonly cables: readonly { readonly ring: number; readonly weight: number }[];
}

/** Calculates a bin's layout: its cables are in one plane through the center, as in its picture. */
export function calculateLayout(bin: DemoBin): Layout {
  // Without a size, the largest fill so far is the capacity.
  const capacity = bin.size ?? findLargestFill(bin);
  const volumeM3 = capacity * CUBIC_METERS_PER_BUSHEL;
  const heightM = bin.levelSensorEmptyMm
    ? bin.levelSensorEmptyMm / 1000
    : 1.15 * Math.cbrt(volumeM3);
  const cables = bin.cables.map((_, i) => {
    const fromCenter = Math.abs((2 * (i + 0.5)) / bin.cables.length - 1);
    // Ring centers lie at (ring + 0.5) / RINGS of the radius.
    const position = Math.min(RINGS - 1, Math.max(0, fromCenter * RINGS - 0.5));
    const ring = Math.min(RINGS - 2, Math.floor(position));
    return { ring, weight: position - ring };
  });
  return {
    radiusM: Math.sqrt(volumeM3 / (Math.PI * heightM)),
    heightM,
    capacity,
    volumeM3,
    rows: Math.max(...bin.cables.map((cable) => cable.sensorCount)),
    cables,
  };
}

function findLargestFill(bin: DemoBin): number {
  let bushels = 0;
  let maxBushels = 0;
  for (const entry of bin.loads) {
    bushels += entry.type === 'load' ? entry.bushels : -entry.bushels;
    maxBushels = Math.max(maxBushels, bushels);
  }
  return maxBushels;
}

/** The top row whose center is in grain at a fill level of `fraction`; `rows` when empty. */
export function findFirstGrainRow(rows: number, fraction: number): number {
  return Math.min(rows, Math.max(0, Math.ceil((1 - fraction) * rows - 0.5)));
}
