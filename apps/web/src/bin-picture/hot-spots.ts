import { makeCellKey } from './geometry.ts';
import { type Layout, type PlacedCell } from './layout.ts';
import type { CellAddress, HotSpot, PictureCable } from './model.ts';

/** Space between the cells and the ring around them, px. */
const PAD_X = 5;
const PAD_Y = 4;
const CORNER_CUT = 7;
/** Half the width of the background around the ring plus some space, px. */
const RING_SPACE = 3.5;

interface HotSensor {
  readonly address: CellAddress;
  readonly column: number;
  readonly subBin: number;
  readonly temperature: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Groups adjacent hot sensors, including diagonal neighbors, into hot spots, hottest first. `cables` must be
 * sorted. Spots whose rings would cross are merged unless they are in different sub-bins.
 */
export function findHotSpots(
  cables: readonly PictureCable[],
  hotSensors: readonly CellAddress[],
): HotSpot[] {
  let groups = listHotSensors(cables, hotSensors).map((member) => [member]);
  for (let previousCount = -1; previousCount !== groups.length; ) {
    previousCount = groups.length;
    groups = mergeOnce(groups);
  }
  return groups
    .map((members) => ({ members, hottest: findHottest(members) }))
    .sort(
      (a, b) =>
        b.hottest.temperature - a.hottest.temperature ||
        a.hottest.address.depth - b.hottest.address.depth ||
        a.hottest.address.cable - b.hottest.address.cable,
    )
    .map(({ members, hottest }) => ({
      sensors: members.map((member) => member.address),
      hottest: hottest.address,
    }));
}

function listHotSensors(
  cables: readonly PictureCable[],
  hotAddresses: readonly CellAddress[],
): HotSensor[] {
  const keys = new Set(hotAddresses.map(makeCellKey));
  return cables.flatMap((cable, column) =>
    cable.cells
      .map((cell) => ({
        address: { cable: cable.number, depth: cell.depth },
        column,
        subBin: cable.subBin,
        temperature: cell.temperature ?? Number.NEGATIVE_INFINITY,
      }))
      .filter((member) => keys.has(makeCellKey(member.address))),
  );
}

function mergeOnce(groups: readonly HotSensor[][]): HotSensor[][] {
  const mergedGroups: HotSensor[][] = [];
  for (const group of groups) {
    const other = mergedGroups.find((candidate) => touches(candidate, group));
    if (other === undefined) mergedGroups.push([...group]);
    else other.push(...group);
  }
  return mergedGroups;
}

function touches(a: readonly HotSensor[], b: readonly HotSensor[]): boolean {
  if (a[0]?.subBin !== b[0]?.subBin) return false;
  const [one, other] = [findEnclosingBox(a), findEnclosingBox(b)];
  return (
    one.left - 1 <= other.right &&
    other.left - 1 <= one.right &&
    one.first - 1 <= other.last &&
    other.first - 1 <= one.last
  );
}

function findEnclosingBox(members: readonly HotSensor[]): Box {
  const columns = members.map((member) => member.column);
  const depths = members.map((member) => member.address.depth);
  return {
    left: Math.min(...columns),
    right: Math.max(...columns),
    first: Math.min(...depths),
    last: Math.max(...depths),
  };
}

function findHottest(members: readonly HotSensor[]): HotSensor {
  return members.reduce((a, b) => (b.temperature > a.temperature ? b : a));
}

/** The ring around a hot spot and its leader line to the right gutter. */
export interface Ring {
  readonly spot: HotSpot;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Length of a cut corner, px. */
  readonly cut: number;
  /** Between two rows, so that the line does not cross a number. */
  readonly leaderY: number;
}

/** Lays out the rings of the hot spots on this page. */
export function layOutRings(layout: Layout, spots: readonly HotSpot[]): Ring[] {
  const cellByKey = new Map(
    layout.cells.map((placed) => [
      makeCellKey({ cable: placed.cable.number, depth: placed.cell.depth }),
      placed,
    ]),
  );
  const rings = spots.flatMap((spot) => {
    const cells = spot.sensors.flatMap((sensor) => cellByKey.get(makeCellKey(sensor)) ?? []);
    return cells.length === 0 ? [] : [{ spot, ...calculateRingEdges(layout, cells) }];
  });
  const usedLeaderYs: number[] = [];
  return rings.map((ring) => {
    const others = rings.filter((other) => other !== ring && other.left >= ring.right);
    const leaderY = findLeaderY(layout, ring, others, usedLeaderYs);
    usedLeaderYs.push(leaderY);
    return { ...ring, leaderY };
  });
}

type Edges = Omit<Ring, 'spot' | 'leaderY'>;

function calculateRingEdges(layout: Layout, cells: readonly PlacedCell[]): Edges {
  const half = (layout.cellWidth + layout.extraWidth) / 2;
  // The ring is narrower between closely spaced cables.
  const maxHalfWidth = layout.pitch - layout.cellWidth / 2 - RING_SPACE;
  const halfWidth = Math.max(half + 1.5, Math.min(half + PAD_X, maxHalfWidth));
  const halfHeight = layout.cellHeight / 2 + PAD_Y;
  const xs = cells.map((cell) => cell.x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const ys = cells.map((cell) => cell.y);
  return {
    left: Math.max(left - halfWidth, ...layout.walls.filter((wall) => wall < left)),
    right: Math.min(right + halfWidth, ...layout.walls.filter((wall) => wall > right)),
    top: Math.min(...ys) - halfHeight,
    bottom: Math.max(...ys) + halfHeight,
    cut: CORNER_CUT,
  };
}

function findLeaderY(
  layout: Layout,
  ring: Edges,
  others: readonly Edges[],
  takenYs: readonly number[],
): number {
  const middle = (ring.top + ring.bottom) / 2;
  const candidates = layout.rows
    .flatMap(({ y }) => [y - layout.rowPitch / 2, y + layout.rowPitch / 2])
    .filter((y) => y > ring.top && y < ring.bottom)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  const isFree = (y: number) => takenYs.every((other) => Math.abs(other - y) > 1);
  const isClear = (y: number) => others.every((other) => y < other.top || y > other.bottom);
  return (
    candidates.find((y) => isFree(y) && isClear(y)) ??
    candidates.find(isFree) ??
    candidates[0] ??
    middle
  );
}

/** x of the right side of the ring at its leader line, even at a cut corner. */
export function getLeaderStartX(ring: Ring): number {
  const fromCorner = Math.min(ring.leaderY - ring.top, ring.bottom - ring.leaderY);
  return ring.right - Math.max(0, ring.cut - fromCorner);
}

/** The SVG path of a ring with its eight corners. */
export function getRingPath({ left, right, top, bottom, cut }: Ring): string {
  return [
    `M${left + cut} ${top}H${right - cut}L${right} ${top + cut}V${bottom - cut}`,
    `L${right - cut} ${bottom}H${left + cut}L${left} ${bottom - cut}V${top + cut}Z`,
  ].join('');
}
