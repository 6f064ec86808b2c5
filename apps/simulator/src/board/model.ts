import { getDefaultConstantSet } from '@granary/domain/moisture/constant-sets';
import { type ConstantSet, constantSets } from '@granary/domain/moisture/emc-constants';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { DemoBin, DemoBoard, DemoFarm } from '../demo/farm.ts';
import { calculateLayout, type Layout } from './layout.ts';
import { createRandomStream, hashText } from './random.ts';
import type { Place } from './weather.ts';

/** A load or unload at a given time. */
export interface Movement {
  readonly at: Millis;
  /** Bushels in the bin from then on. */
  readonly bushels: number;
  /** % wet basis */
  readonly moisture: number;
}

/** The constant properties of a simulated bin. */
export interface BinModel {
  readonly bin: DemoBin;
  readonly board: DemoBoard;
  readonly timezone: string;
  /** The "now" of the bin's scenario; `daysAgo` counts back from it. */
  readonly anchor: Millis;
  readonly seed: number;
  readonly hasNetworkFaults: boolean;
  readonly location: Place;
  readonly layout: Layout;
  /** The isotherm of each cable's grain. */
  readonly isotherms: readonly ConstantSet[];
  readonly movements: readonly Movement[];
  /** Constant error of each sensor, cable by cable: °C and % relative humidity. */
  readonly temperatureOffsets: Float64Array;
  readonly humidityOffsets: Float64Array;
}

/** Creates the model of a bin; the same arguments give the same model. */
export function createBinModel(
  farm: DemoFarm,
  board: DemoBoard,
  bin: DemoBin,
  anchor: Millis,
  hasNetworkFaults = false,
): BinModel {
  const seed = hashText(`${board.mainBoardId}/${bin.binNumber}`);
  const random = createRandomStream(seed);
  const layout = calculateLayout(bin);
  const sensorCount = bin.cables.reduce((sum, cable) => sum + cable.sensorCount, 0);
  return {
    bin,
    board,
    timezone: farm.timezone,
    anchor,
    seed,
    hasNetworkFaults,
    location: { seed: hashText(farm.name), lng: farm.lng },
    layout,
    isotherms: bin.cables.map((cable) => selectIsotherm(cable.crop ?? bin.crop)),
    movements: calculateMovements(bin, anchor),
    temperatureOffsets: Float64Array.from({ length: sensorCount }, () => (random() - 0.5) * 0.4),
    humidityOffsets: Float64Array.from({ length: sensorCount }, () => (random() - 0.5) * 2.4),
  };
}

/** Crops without published constants are simulated as lentils, which is an assumption. */
function selectIsotherm(crop: string): ConstantSet {
  const set =
    getDefaultConstantSet(crop) ??
    constantSets.find((candidate) => candidate.grain === 'lentil-red' && candidate.isDefault);
  if (set === undefined) throw new Error(`No isotherm for ${crop}`);
  return set;
}

function calculateMovements(bin: DemoBin, anchor: Millis): Movement[] {
  let bushels = 0;
  return bin.loads.map((entry) => {
    bushels += entry.type === 'load' ? entry.bushels : -entry.bushels;
    return { at: millis(anchor - entry.daysAgo * DAY), bushels, moisture: entry.moisture };
  });
}

/** The fill level at the given time, 0 to 1, and the last movement up to it. */
export function findFillLevel(
  model: BinModel,
  at: Millis,
): { readonly fraction: number; readonly lastMovement: Movement | null } {
  let last: Movement | null = null;
  for (const movement of model.movements) {
    if (movement.at > at) break;
    last = movement;
  }
  const fraction = last === null ? 0 : Math.min(1, last.bushels / model.layout.capacity);
  return { fraction, lastMovement: last };
}
