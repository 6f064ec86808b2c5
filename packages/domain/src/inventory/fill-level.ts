/** How a bin's load is known. */
export type LoadMethod = 'manual' | 'siloscan pro' | 'siloscan max' | 'pressure cable';

/** What the methods need; null where it is not set or not measured. */
export interface FillLevelInputs {
  /** The radar's reading, mm. */
  readonly levelMm: number | null;
  /** The radar's reading of the empty bin, mm. */
  readonly emptyMm: number | null;
  /** What the radar cannot see, mm; null counts as 0. */
  readonly deadZoneMm: number | null;
  /** Covered sensors of each pressure cable. */
  readonly pressureX1: number | null;
  readonly pressureX2: number | null;
  /** Sensors of each pressure cable; null or 0 where there is no such cable. */
  readonly pressureY1: number | null;
  readonly pressureY2: number | null;
  /** Sums of the ledger, in the unit of `binSize`. */
  readonly loaded: number;
  readonly unloaded: number;
  readonly binSize: number | null;
}

export type FillLevel =
  | {
      readonly known: true;
      /** To one decimal, as it is shown. */
      readonly percent: number;
      /** The same unrounded, from 0 to 1: what amounts are counted from. */
      readonly part: number;
    }
  | { readonly known: false };

const UNKNOWN: FillLevel = { known: false };

/** How full a bin is, in percent to one decimal from 0 to 100; unknown where data are missing. */
export function calculateFillLevel(method: LoadMethod, inputs: FillLevelInputs): FillLevel {
  switch (method) {
    case 'siloscan max':
      return ofPart(1 - radarPart(inputs));
    case 'siloscan pro':
      return ofPart(radarPart(inputs));
    case 'pressure cable':
      return ofPart(pressurePart(inputs));
    case 'manual':
      return ofPart(ratio(ledgerSum(inputs), inputs.binSize));
  }
}

/** What a bin of `binSize` holds, in the same unit to a hundredth; null where it is not known. */
export function calculateQuantity(binSize: number | null, load: FillLevel): number | null {
  return load.known && binSize !== null ? Math.round(binSize * load.part * 100) / 100 : null;
}

/** What the ledger adds up to; null where nobody has entered anything, which is not an empty bin. */
function ledgerSum({ loaded, unloaded }: FillLevelInputs): number | null {
  return loaded === 0 && unloaded === 0 ? null : loaded - unloaded;
}

/** Radar reading over the range between empty and dead zone; NaN where unknown. */
function radarPart(inputs: FillLevelInputs): number {
  if (inputs.levelMm === null || inputs.emptyMm === null) return Number.NaN;
  return ratio(inputs.levelMm, inputs.emptyMm - (inputs.deadZoneMm ?? 0));
}

/** Mean covered part of the pressure cables there are; NaN where one of them gave no count. */
function pressurePart(inputs: FillLevelInputs): number {
  const parts: number[] = [];
  if (inputs.pressureY1) parts.push(ratio(inputs.pressureX1, inputs.pressureY1));
  if (inputs.pressureY2) parts.push(ratio(inputs.pressureX2, inputs.pressureY2));
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

function ratio(value: number | null, range: number | null): number {
  return value === null || range === null || range <= 0 ? Number.NaN : value / range;
}

function ofPart(part: number): FillLevel {
  if (!Number.isFinite(part)) return UNKNOWN;
  const clamped = Math.min(1, Math.max(0, part));
  return { known: true, percent: Math.round(clamped * 1000) / 10, part: clamped };
}
