import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCellKey, sortCables } from './geometry.ts';
import { findHotSpots, getLeaderStartX, getRingPath, layOutRings } from './hot-spots.ts';
import { layOut } from './layout.ts';
import type { CellAddress, PictureCable } from './model.ts';
import { anyCables, cable, cables, cell, knownLevel } from './picture.fixture.ts';

const home4: PictureCable[] = cables(5, 16).map((pictureCable) =>
  pictureCable.number === 3
    ? {
        ...pictureCable,
        cells: pictureCable.cells.map((c) => (c.depth === 11 ? cell(11, { temperature: 31 }) : c)),
      }
    : pictureCable,
);

function cellAt(cableNumber: number, depth: number): CellAddress {
  return { cable: cableNumber, depth };
}

function makeLayout(list: readonly PictureCable[], width = 366) {
  return layOut({
    width,
    cables: list,
    level: knownLevel(71.6),
    shownValues: 'temperature',
    page: 0,
    subBinName: String,
  });
}

describe('hot spots', () => {
  it('combine adjacent sensors and name the hottest', () => {
    const [spot, ...others] = findHotSpots(home4, [cellAt(3, 10), cellAt(3, 11), cellAt(3, 12)]);
    expect(others).toEqual([]);
    expect(spot?.sensors).toHaveLength(3);
    expect(spot?.hottest).toEqual(cellAt(3, 11));
  });

  it('combine sensors that are diagonally adjacent', () => {
    expect(findHotSpots(home4, [cellAt(1, 5), cellAt(2, 6)])).toHaveLength(1);
  });

  it('are separate if a sensor is in between', () => {
    expect(findHotSpots(home4, [cellAt(1, 5), cellAt(1, 7)])).toHaveLength(2);
    expect(findHotSpots(home4, [cellAt(1, 5), cellAt(3, 5)])).toHaveLength(2);
  });

  it('are separated by a wall between sub-bins', () => {
    const dividedCables = [cable(1, 8), cable(2, 8, { subBin: 2 })];
    expect(findHotSpots(dividedCables, [cellAt(1, 5), cellAt(2, 5)])).toHaveLength(2);
  });

  it('are sorted by temperature, regardless of depth', () => {
    const makeCellsWithHottest = (length: number, hottest: number) => ({
      cells: Array.from({ length }, (_, index) =>
        cell(index + 1, { temperature: index + 1 === length ? hottest : 15 }),
      ),
    });
    const list = [
      cable(1, 2, makeCellsWithHottest(2, 18)),
      cable(2, 1),
      cable(3, 9, makeCellsWithHottest(9, 50)),
    ];
    const spots = findHotSpots(list, [cellAt(1, 2), cellAt(3, 9)]);
    expect(spots.map(({ hottest }) => hottest)).toEqual([cellAt(3, 9), cellAt(1, 2)]);
  });

  it('ignore sensors that the bin does not have', () => {
    expect(findHotSpots(home4, [cellAt(9, 1), cellAt(1, 99)])).toEqual([]);
  });

  it('contain every hot sensor once, and their rings do not cross', () => {
    fc.assert(
      fc.property(anyCables, fc.infiniteStream(fc.boolean()), (list, hot) => {
        const sensors = list
          .flatMap((pictureCable) =>
            pictureCable.cells.map((c) => cellAt(pictureCable.number, c.depth)),
          )
          .filter(() => hot.next().value);
        const sorted = sortCables(list);
        const spots = findHotSpots(sorted, sensors);
        const grouped = spots.flatMap((spot) => spot.sensors.map(makeCellKey));
        expect(grouped.toSorted()).toEqual(sensors.map(makeCellKey).toSorted());
        const rings = layOutRings(makeLayout(sorted), spots);
        for (const [index, one] of rings.entries()) {
          for (const other of rings.slice(index + 1)) {
            const isApart =
              one.bottom <= other.top + 3 ||
              other.bottom <= one.top + 3 ||
              one.right <= other.left + 3 ||
              other.right <= one.left + 3;
            expect(isApart).toBe(true);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('a ring', () => {
  it('has eight corners and encloses its cells', () => {
    const layout = makeLayout(home4);
    const [ring] = layOutRings(
      layout,
      findHotSpots(home4, [cellAt(3, 10), cellAt(3, 11), cellAt(3, 12)]),
    );
    if (ring === undefined) throw new Error('no ring');
    expect(getRingPath(ring).match(/[MLHV]/g)).toHaveLength(8);
    const inside = layout.cells.filter(
      ({ x, y }) => x > ring.left && x < ring.right && y > ring.top && y < ring.bottom,
    );
    expect(inside.map((placed) => placed.cell.depth)).toEqual([10, 11, 12]);
  });

  it('has a leader line between two rows, and no two leader lines are at the same height', () => {
    const layout = makeLayout(home4);
    const hot = [cellAt(1, 6), cellAt(5, 6), cellAt(3, 10), cellAt(3, 11), cellAt(5, 11)];
    const rings = layOutRings(layout, findHotSpots(home4, hot));
    const lines = rings.map((ring) => ring.leaderY);
    expect(new Set(lines).size).toBe(4);
    for (const line of lines) {
      for (const { y } of layout.rows) expect(Math.abs(line - y)).toBeGreaterThan(10);
    }
  });

  it('starts its leader line on its outline, even at a cut corner', () => {
    const layout = makeLayout(home4);
    const [ring] = layOutRings(layout, findHotSpots(home4, [cellAt(2, 8)]));
    if (ring === undefined) throw new Error('no ring');
    expect(getLeaderStartX(ring)).toBeLessThan(ring.right);
    expect(getLeaderStartX(ring)).toBeGreaterThan(ring.right - ring.cut);
  });

  it('is drawn only on the page its sensors are on', () => {
    const list = cables(4, 24);
    expect(layOutRings(makeLayout(list), findHotSpots(list, [cellAt(2, 20)]))).toEqual([]);
  });
});
