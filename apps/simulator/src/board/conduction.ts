import { HOUR } from '@granary/domain/units';
import { RINGS } from './layout.ts';

/** Thermal diffusivity of bulk grain, m²/s (0.8e-7 to 1.2e-7 for cereals and oilseeds). */
export const DIFFUSIVITY = 1e-7;

/** The temperatures at the boundaries of the grain, °C. */
export interface BoundaryTemperatures {
  readonly wall: number;
  readonly top: number;
  readonly floor: number;
}

/**
 * Conducts heat through a cylinder of grain for `dtMs`: dT/dt = a (d2T/dr2 + (1/r) dT/dr +
 * d2T/dz2), explicit finite volumes. `temperature` holds rows from the top, RINGS values each from
 * the center out; rows above `firstRow` are air and unchanged. Stable for steps up to a day.
 */
export function conductHeat(
  temperature: Float64Array,
  size: { readonly radiusM: number; readonly heightM: number; readonly rows: number },
  firstRow: number,
  boundary: BoundaryTemperatures,
  dtMs: number,
): Float64Array {
  const next = temperature.slice();
  const seconds = (dtMs / HOUR) * 3600;
  const dr = size.radiusM / RINGS;
  const dz = size.heightM / size.rows;
  const radial = (DIFFUSIVITY * seconds) / (dr * dr);
  const axial = (DIFFUSIVITY * seconds) / (dz * dz);
  const last = size.rows - 1;
  for (let row = firstRow; row <= last; row++) {
    const start = row * RINGS;
    for (let ring = 0; ring < RINGS; ring++) {
      const i = start + ring;
      const t = temperature[i] as number;
      // Half a cell lies between a boundary and the middle of the cell next to it.
      const above =
        row === firstRow ? 2 * (boundary.top - t) : (temperature[i - RINGS] as number) - t;
      const below =
        row === last ? 2 * (boundary.floor - t) : (temperature[i + RINGS] as number) - t;
      // The cell's faces are at ring * dr and (ring + 1) * dr, its middle at (ring + 0.5) * dr.
      const inward = ring === 0 ? 0 : ring * ((temperature[i - 1] as number) - t);
      const outward =
        (ring + 1) *
        (ring === RINGS - 1 ? 2 * (boundary.wall - t) : (temperature[i + 1] as number) - t);
      next[i] = t + axial * (above + below) + (radial * (inward + outward)) / (ring + 0.5);
    }
  }
  return next;
}
