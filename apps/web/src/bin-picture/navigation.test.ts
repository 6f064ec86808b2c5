import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from './layout.ts';
import { findNearestCell, findNeighborCell, MAX_TAP_DISTANCE } from './navigation.ts';
import { anyCables, anyWidth, cable, cables, knownLevel } from './picture.fixture.ts';

function makeLayout(list = cables(5, 16), width = 366) {
  return layOut({
    width,
    cables: list,
    level: knownLevel(70),
    shownValues: 'both',
    page: 0,
    subBinName: String,
  });
}

describe('a tap', () => {
  it('on a cell selects that cell', () => {
    fc.assert(
      fc.property(anyCables, anyWidth, fc.nat(), (list, width, pick) => {
        const layout = makeLayout(list, width);
        const placed = layout.cells[pick % layout.cells.length];
        if (placed === undefined) throw new Error('no cell');
        expect(findNearestCell(layout, placed.x, placed.y)).toBe(placed);
        expect(findNearestCell(layout, placed.x + layout.cellWidth / 2 - 1, placed.y - 9)).toBe(
          placed,
        );
      }),
    );
  });

  it('beside a cell selects the nearest one within 24 px', () => {
    const layout = makeLayout();
    const last = layout.cells.filter((placed) => placed.column === 4).at(-1);
    if (last === undefined) throw new Error('no cell');
    const edge = last.x + layout.cellWidth / 2;
    expect(findNearestCell(layout, edge + MAX_TAP_DISTANCE - 1, last.y)).toBe(last);
    expect(findNearestCell(layout, edge + MAX_TAP_DISTANCE + 1, last.y)).toBeNull();
  });

  it('between two cells selects the nearer one', () => {
    const layout = makeLayout();
    const [upper, lower] = layout.cells;
    if (upper === undefined || lower === undefined) throw new Error('no cells');
    const middle = (upper.y + lower.y) / 2;
    expect(findNearestCell(layout, upper.x, middle - 1)).toBe(upper);
    expect(findNearestCell(layout, upper.x, middle + 1)).toBe(lower);
  });
});

describe('the arrow keys', () => {
  const bin = [cable(1, 16), cable(2, 4), cable(3, 0), cable(4, 16)];

  it('move up and down a cable and stop at its ends', () => {
    expect(findNeighborCell(bin, { cable: 1, depth: 3 }, 'down')).toEqual({ cable: 1, depth: 4 });
    expect(findNeighborCell(bin, { cable: 1, depth: 1 }, 'up')).toEqual({ cable: 1, depth: 1 });
    expect(findNeighborCell(bin, { cable: 2, depth: 4 }, 'down')).toEqual({ cable: 2, depth: 4 });
  });

  it('select the nearest sensor of a shorter cable', () => {
    expect(findNeighborCell(bin, { cable: 1, depth: 11 }, 'right')).toEqual({ cable: 2, depth: 4 });
  });

  it('skip a cable without sensors', () => {
    expect(findNeighborCell(bin, { cable: 2, depth: 2 }, 'right')).toEqual({ cable: 4, depth: 2 });
  });

  it('stop at the outermost cables; Home and End move to them', () => {
    expect(findNeighborCell(bin, { cable: 4, depth: 9 }, 'right')).toEqual({ cable: 4, depth: 9 });
    expect(findNeighborCell(bin, { cable: 1, depth: 9 }, 'left')).toEqual({ cable: 1, depth: 9 });
    expect(findNeighborCell(bin, { cable: 2, depth: 2 }, 'last')).toEqual({ cable: 4, depth: 2 });
    expect(findNeighborCell(bin, { cable: 4, depth: 9 }, 'first')).toEqual({ cable: 1, depth: 9 });
  });

  it('follow the order of the cables in the picture, not their numbers', () => {
    const dividedCables = [cable(1, 4, { subBin: 2 }), cable(2, 4)];
    expect(findNeighborCell(dividedCables, { cable: 2, depth: 1 }, 'right')).toEqual({
      cable: 1,
      depth: 1,
    });
  });
});
