/** How a bin's fill level is measured. */
export type FillMethod = 'manual' | 'siloscan pro' | 'siloscan max' | 'pressure cable';

/** The inputs of the methods; null if not set or not measured. */
export interface FillLevelInputs {
  /** The radar's reading, mm. */
  readonly levelMm: number | null;
  /** The distance from the radar to the floor, mm. */
  readonly emptyMm: number | null;
  /** The range that the radar cannot measure, mm; null is treated as 0. */
  readonly deadZoneMm: number | null;
  /** How many sensors of each pressure cable are covered by grain. */
  readonly pressureX1: number | null;
  readonly pressureX2: number | null;
  /** How many sensors each pressure cable has; null or 0 if there is no such cable. */
  readonly pressureY1: number | null;
  readonly pressureY2: number | null;
  /** Totals from the ledger, in the unit of `binSize`. */
  readonly loaded: number;
  readonly unloaded: number;
  readonly binSize: number | null;
}

export type FillLevel =
  | {
      readonly isKnown: true;
      /** Rounded to one decimal place, as displayed. */
      readonly percent: number;
      /** The same level, unrounded, from 0 to 1; quantities are calculated from it. */
      readonly fraction: number;
    }
  | { readonly isKnown: false };

const UNKNOWN_LEVEL: FillLevel = { isKnown: false };

/** How full a bin is; unknown if data are missing. */
export function calculateFillLevel(method: FillMethod, inputs: FillLevelInputs): FillLevel {
  switch (method) {
    case 'siloscan max':
      return toFillLevel(1 - calculateRadarFraction(inputs));
    case 'siloscan pro':
      return toFillLevel(calculateRadarFraction(inputs));
    case 'pressure cable':
      return toFillLevel(calculatePressureFraction(inputs));
    case 'manual':
      return toFillLevel(ratio(calculateBalance(inputs), inputs.binSize));
  }
}

/** The quantity of grain in the bin, in the unit of `binSize`, rounded to 0.01; null if unknown. */
export function calculateQuantity(binSize: number | null, level: FillLevel): number | null {
  return level.isKnown && binSize !== null
    ? Math.round(binSize * level.fraction * 100) / 100
    : null;
}

/** The balance of the ledger; null if it has no entries, because the bin may still hold grain. */
function calculateBalance({ loaded, unloaded }: FillLevelInputs): number | null {
  return loaded === 0 && unloaded === 0 ? null : loaded - unloaded;
}

/** The radar's reading as a fraction of the distance from the floor to the dead zone; NaN if unknown. */
function calculateRadarFraction(inputs: FillLevelInputs): number {
  if (inputs.levelMm === null || inputs.emptyMm === null) return Number.NaN;
  return ratio(inputs.levelMm, inputs.emptyMm - (inputs.deadZoneMm ?? 0));
}

/** The mean covered fraction of the pressure cables; NaN if one of them reported no count. */
function calculatePressureFraction(inputs: FillLevelInputs): number {
  const fractions: number[] = [];
  if (inputs.pressureY1) fractions.push(ratio(inputs.pressureX1, inputs.pressureY1));
  if (inputs.pressureY2) fractions.push(ratio(inputs.pressureX2, inputs.pressureY2));
  return fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length;
}

function ratio(value: number | null, range: number | null): number {
  return value === null || range === null || range <= 0 ? Number.NaN : value / range;
}

function toFillLevel(fraction: number): FillLevel {
  if (!Number.isFinite(fraction)) return UNKNOWN_LEVEL;
  const clampedFraction = Math.min(1, Math.max(0, fraction));
  return {
    isKnown: true,
    percent: Math.round(clampedFraction * 1000) / 10,
    fraction: clampedFraction,
  };
}
