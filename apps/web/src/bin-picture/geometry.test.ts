import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPages, countRows, findPage, getDepthsOnPage, isInHeadspace } from './geometry.ts';
import { estimateTextWidth } from './gutter.ts';
import { layOut, roofY } from './layout.ts';
import type { Level, PictureCable, ShownValues } from './model.ts';
import { anyCables, anyPercent, anyWidth, cable, cables, knownLevel } from './picture.fixture.ts';
import { maxTextWidth, maxTwinTextWidth } from './sizes.ts';

const PHONE = 366;
const DESKTOP = 612;

function layOutPicture(
  list: readonly PictureCable[],
  options: Partial<Parameters<typeof layOut>[0]> = {},
) {
  return layOut({
    width: PHONE,
    cables: list,
    level: knownLevel(71.6),
    shownValues: 'both',
    page: 0,
    subBinName: (subBin) => `Crop ${subBin}`,
    ...options,
  });
}

const anyShownValues = fc.constantFrom<ShownValues>('both', 'temperature', 'moisture');
const anyLevel: fc.Arbitrary<Level> = fc.oneof(
  fc.constant<Level>({ kind: 'unknown' }),
  anyPercent.map(knownLevel),
);

describe('the page count', () => {
  it.each([
    [0, 1],
    [1, 1],
    [16, 1],
    [17, 2],
    [32, 2],
    [33, 3],
    [64, 4],
  ])('of a bin with %d rows is %d, with at most 16 rows on a page', (rows, pages) => {
    expect(countPages([cable(1, 1), cable(2, rows)])).toBe(pages);
  });
});

describe('the layout', () => {
  it('has cells of 44 by 20 px for five cables on a phone', () => {
    const { pitch, rowPitch, cellWidth, cellHeight, fontSize, frame } = layOutPicture(
      cables(5, 16),
    );
    expect({ pitch, rowPitch, cellWidth, cellHeight, fontSize }).toEqual({
      pitch: 56.4,
      rowPitch: 26,
      cellWidth: 44,
      cellHeight: 20,
      fontSize: 13,
    });
    expect([frame.wallLeft, frame.width - frame.wallRight]).toEqual([22, 62]);
  });

  it('has cells of 33 by 19 px and 12 px text for eight cables on a phone', () => {
    const { rowPitch, cellWidth, cellHeight, fontSize } = layOutPicture(cables(8, 16));
    expect([rowPitch, cellWidth, cellHeight, fontSize]).toEqual([24, 33, 19, 12]);
  });

  it('has split cells of 80 px and a gutter of 142 px on a desktop', () => {
    const { rowPitch, cellWidth, shownValues, frame } = layOutPicture(cables(5, 16), {
      width: DESKTOP,
    });
    expect([rowPitch, cellWidth, shownValues]).toEqual([25, 80, 'both']);
    expect([frame.wallLeft, frame.width - frame.wallRight]).toEqual([30, 142]);
  });

  it('shows one quantity on a phone', () => {
    expect(layOutPicture(cables(5, 16)).shownValues).toBe('temperature');
  });

  it('uses the narrow gutter if split cells need the width', () => {
    const { frame, cellWidth, shownValues } = layOutPicture(cables(8, 16), { width: 700 });
    expect(frame.hasWideGutter).toBe(false);
    expect([shownValues, cellWidth >= 73]).toEqual(['both', true]);
  });

  it('shows one quantity if two signed numbers do not fit next to each other', () => {
    expect(layOutPicture(cables(8, 16), { width: DESKTOP }).shownValues).toBe('temperature');
    fc.assert(
      fc.property(anyCables, anyWidth, (list, width) => {
        const { shownValues, cellWidth, fontSize } = layOutPicture(list, { width });
        if (shownValues !== 'both') return;
        for (const text of ['-12.2', '23.8', '-40', '100']) {
          expect(estimateTextWidth(text, fontSize)).toBeLessThanOrEqual(
            maxTwinTextWidth(cellWidth),
          );
        }
      }),
    );
  });

  it('leaves space between the numbers of neighboring cells, and between the two in a cell', () => {
    fc.assert(
      fc.property(anyCables, anyWidth, anyShownValues, (list, width, shownValues) => {
        const layout = layOutPicture(list, { width, shownValues });
        const { cellWidth, extraWidth, pitch } = layout;
        const calculateTextEnd = (center: number, available: number) => center + available / 2;
        const outermost =
          layout.shownValues === 'both'
            ? calculateTextEnd(cellWidth / 4, maxTwinTextWidth(cellWidth))
            : calculateTextEnd(0, maxTextWidth(cellWidth + extraWidth));
        expect(pitch - 2 * outermost).toBeGreaterThan(3);
        const innermost = cellWidth / 4 - maxTwinTextWidth(cellWidth) / 2;
        if (layout.shownValues === 'both') expect(2 * innermost).toBeGreaterThan(3);
      }),
    );
  });

  it('is wider than a very small phone so that no number is cut off', () => {
    const { frame, cellWidth } = layOutPicture(cables(8, 16), { width: 296 });
    expect(frame.width).toBeGreaterThan(296);
    expect(cellWidth).toBeGreaterThanOrEqual(29);
  });

  it('spaces sensors farther apart if there are few, so that the labels beside them fit', () => {
    for (const width of [PHONE, DESKTOP]) {
      const heights = [1, 3, 6].map(
        (count) => layOutPicture(cables(1, count), { width }).frame.height,
      );
      expect(heights).toEqual(heights.map(() => heights[2]));
    }
  });

  it('keeps cells apart, inside the walls and between the eave and the floor', () => {
    fc.assert(
      fc.property(
        anyCables,
        anyWidth,
        anyLevel,
        anyShownValues,
        (list, width, level, shownValues) => {
          for (let page = 0; page < countPages(list); page++) {
            const layout = layOutPicture(list, { width, level, shownValues, page });
            const { frame, cellWidth, cellHeight, extraWidth, pitch, rowPitch } = layout;
            // Including the 2 px outline of cells with an alert.
            expect(cellWidth + extraWidth + 2).toBeLessThan(pitch);
            expect(cellHeight).toBeLessThan(rowPitch);
            for (const { x, y } of layout.cells) {
              expect(x - cellWidth / 2).toBeGreaterThan(frame.wallLeft);
              expect(x + cellWidth / 2).toBeLessThan(frame.wallRight);
              expect(y - cellHeight / 2).toBeGreaterThan(frame.eave);
              expect(y + cellHeight / 2).toBeLessThan(frame.floor);
            }
          }
        },
      ),
    );
  });
});

describe('the grain', () => {
  it('leaves the first five of 16 rows in the headspace at 71.6 %', () => {
    const layout = layOutPicture([cable(1, 16)]);
    const inHeadspace = layout.cells.filter((placed) => placed.isInHeadspace);
    expect(inHeadspace.map((placed) => placed.cell.depth)).toEqual([1, 2, 3, 4, 5]);
  });

  it('has its surface between the sensors that it covers and the others', () => {
    const { rows, surface } = layOutPicture(cables(5, 16));
    // 28.4 % of 16 rows are air: 4.544 rows, and a sensor is in the middle of its row.
    const [fifth, sixth] = [rows[4]?.y ?? 0, rows[5]?.y ?? 0];
    expect(surface).toBeCloseTo(fifth + (sixth - fifth) * 0.044, 6);
  });

  it('reaches the eave in a full bin', () => {
    const { frame, surface } = layOutPicture(cables(5, 16), { level: knownLevel(100) });
    expect(surface).toBe(frame.eave);
  });

  it('has the same headspace at every width, and matches the drawing', () => {
    fc.assert(
      fc.property(anyCables, anyPercent, anyWidth, (list, percent, width) => {
        const level = knownLevel(percent);
        const rows = countRows(list);
        for (let page = 0; page < countPages(list); page++) {
          const { cells, surface } = layOutPicture(list, { width, level, page });
          for (const placed of cells) {
            expect(placed.isInHeadspace).toBe(isInHeadspace(level, placed.cell.depth, rows));
            if (surface === null || Math.abs(placed.y - surface) < 1e-6) continue;
            expect(placed.isInHeadspace).toBe(placed.y < surface);
          }
        }
      }),
    );
  });

  it('never leaves a sensor in the headspace below one under grain', () => {
    fc.assert(
      fc.property(anyPercent, fc.integer({ min: 2, max: 64 }), (percent, rows) => {
        for (let depth = 2; depth <= rows; depth++) {
          if (isInHeadspace(knownLevel(percent), depth, rows)) {
            expect(isInHeadspace(knownLevel(percent), depth - 1, rows)).toBe(true);
          }
        }
      }),
    );
  });

  it('is not drawn for an unknown level, and every sensor counts as under grain', () => {
    const layout = layOutPicture(cables(3, 8), { level: { kind: 'unknown' } });
    expect([layout.grainTop, layout.surface]).toEqual([null, null]);
    expect(layout.cells.some((placed) => placed.isInHeadspace)).toBe(false);
  });

  it('is not drawn in an empty bin, where every sensor is in the headspace', () => {
    const layout = layOutPicture(cables(3, 8), { level: knownLevel(0) });
    expect([layout.grainTop, layout.surface]).toEqual([null, layout.frame.floor]);
    expect(layout.cells.every((placed) => placed.isInHeadspace)).toBe(true);
  });
});

describe('the pages', () => {
  it('show each sensor once, on the page for its depth', () => {
    fc.assert(
      fc.property(anyCables, (list) => {
        const seen = Array.from({ length: countPages(list) }, (_, page) =>
          layOutPicture(list, { page }).cells.map((placed) => {
            expect(findPage(placed.cell.depth)).toBe(page);
            return `${placed.cable.number}-${placed.cell.depth}`;
          }),
        ).flat();
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toHaveLength(list.flatMap((pictureCable) => pictureCable.cells).length);
      }),
    );
  });

  it('have the roof on the first and the plenum on the last', () => {
    const [first, last] = [0, 1].map((page) => layOutPicture(cables(4, 24), { page }).frame);
    expect([first?.hasRoof, first?.hasPlenum]).toEqual([true, false]);
    expect([last?.hasRoof, last?.hasPlenum]).toEqual([false, true]);
  });

  it('number the rows continuously', () => {
    const { rows } = layOutPicture(cables(4, 24), { page: 1 });
    expect(rows.map((row) => row.depth)).toEqual([17, 18, 19, 20, 21, 22, 23, 24]);
    expect(getDepthsOnPage(1, 24)).toEqual({ first: 17, last: 24 });
  });

  it('are filled to the torn edge if the surface is on an earlier page', () => {
    const layout = layOutPicture(cables(4, 24), { page: 1, level: knownLevel(80) });
    expect([layout.grainTop, layout.surface]).toEqual([layout.frame.eave, null]);
  });

  it('draw a cable down to the torn edge if it continues on the next page', () => {
    const { cables: placed, frame } = layOutPicture([cable(1, 24), cable(2, 10)]);
    expect(placed[0]?.lineBottom).toBe(frame.ground);
    expect(placed[1]?.lineBottom).toBeLessThan(frame.floor);
  });

  it('do not draw a line for a cable that ended on an earlier page', () => {
    expect(
      layOutPicture([cable(1, 24), cable(2, 10)], { page: 1 }).cables[1]?.lineBottom,
    ).toBeNull();
  });
});

describe('the sub-bins', () => {
  const dividedCables = [
    cable(1, 4, { subBin: 2 }),
    cable(2, 4),
    cable(3, 4, { subBin: 2 }),
    cable(4, 4),
  ];

  it('are side by side with one wall in between', () => {
    const layout = layOutPicture(dividedCables);
    expect(layout.cables.map((placed) => placed.cable.number)).toEqual([2, 4, 1, 3]);
    expect(layout.walls).toEqual([22 + 2 * layout.pitch]);
    expect(layout.subBins.map((subBin) => subBin.lines)).toEqual([['Crop 1'], ['Crop 2']]);
  });

  it('move the rows down to fit their names, without changing the headspace', () => {
    const [undividedLayout, dividedLayout] = [
      layOutPicture(cables(4, 4)),
      layOutPicture(dividedCables),
    ];
    expect(dividedLayout.frame.height).toBeGreaterThan(undividedLayout.frame.height);
    const inHeadspace = (layout: typeof undividedLayout) =>
      layout.cells.filter((placed) => placed.isInHeadspace).length;
    expect(inHeadspace(dividedLayout)).toBe(inHeadspace(undividedLayout));
  });

  it('have vertical names without overlaps if a word is too wide', () => {
    const names = ['Wheat', 'Canola', 'Hard Red Spring Wheat', 'Barley'];
    const narrowSubBins = cables(8, 24).map((pictureCable, index) => ({
      ...pictureCable,
      subBin: index + 1,
    }));
    const nameOptions = { subBinName: (subBin: number) => names[subBin % names.length] ?? '' };
    const layout = layOutPicture(narrowSubBins, nameOptions);
    expect(layout.subBins.every((subBin) => subBin.isRotated)).toBe(true);
    expect(layout.subBins.map(({ lines }) => lines.length)).toContain(2);
    for (const { lines } of layout.subBins) {
      expect(15 * lines.length).toBeLessThanOrEqual(layout.pitch);
      for (const line of lines)
        expect(estimateTextWidth(line, 12)).toBeLessThan(layout.frame.labelY - layout.frame.eave);
    }
    expect(
      layOutPicture(narrowSubBins, { ...nameOptions, width: DESKTOP }).subBins.some(
        (subBin) => subBin.isRotated,
      ),
    ).toBe(false);
  });

  it('are not named in an undivided bin', () => {
    expect(layOutPicture(cables(4, 4)).subBins).toEqual([]);
  });
});

describe('the roof', () => {
  it('meets the eave at the walls and is flat in the middle', () => {
    const { frame } = layOutPicture(cables(5, 16));
    expect(roofY(frame, frame.wallLeft)).toBeCloseTo(frame.eave, 9);
    expect(roofY(frame, (frame.wallLeft + frame.wallRight) / 2 + 16)).toBe(frame.top);
  });
});
