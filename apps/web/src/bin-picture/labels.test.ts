import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTextWidth, separateBlocks, wrapText } from './gutter.ts';
import { findHotSpots, layOutRings } from './hot-spots.ts';
import { layOutLabels } from './labels.ts';
import { layOut } from './layout.ts';
import type { CellAddress, Level } from './model.ts';
import { cables, knownLevel, texts } from './picture.fixture.ts';

function placeLabels(
  width: number,
  hotSensors: readonly CellAddress[],
  level: Level = knownLevel(71.6),
) {
  const list = cables(5, 16);
  const layout = layOut({
    width,
    cables: list,
    level,
    shownValues: 'both',
    page: 0,
    subBinName: texts.subBin,
  });
  const rings = layOutRings(layout, findHotSpots(list, hotSensors));
  const isNumbered = rings.length > 2;
  const inputs = { layout, level, rings, isNumbered, texts, hasFan: true, hasOutdoorValues: true };
  return { layout, placed: layOutLabels(inputs) };
}

describe('the labels', () => {
  it('are at the level line and at the leader line of the hot spot', () => {
    const { layout, placed } = placeLabels(612, [{ cable: 3, depth: 11 }]);
    const [level, spot] = placed;
    expect((level?.top ?? 0) + (level?.anchor ?? 0)).toBeCloseTo(layout.surface ?? 0, 6);
    expect((spot?.top ?? 0) + (spot?.anchor ?? 0)).toBe(spot?.ring?.leaderY);
    expect(level?.lines.map((line) => line.text)).toEqual(['71.6 % full', '5,728 bu wheat']);
  });

  it('are short on a phone', () => {
    const texts = placeLabels(366, [{ cable: 3, depth: 11 }]).placed.map((label) =>
      label.lines.map((line) => line.text),
    );
    expect(texts).toEqual([
      ['71.6 %', '5,728 bu'],
      ['Hot spot', '31.4 °C'],
    ]);
  });

  it('show that the level is unknown', () => {
    const [level] = placeLabels(366, [], { kind: 'unknown' }).placed;
    expect(level?.lines.map((line) => line.text)).toEqual(['Level', 'unknown']);
  });

  it('do not overlap each other, the outdoor values or the fan', () => {
    const depths = fc.uniqueArray(fc.integer({ min: 1, max: 16 }), { maxLength: 2 });
    fc.assert(
      fc.property(
        depths,
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.constantFrom(366, 612),
        (rows, percent, width) => {
          const hot = rows.map((depth, index) => ({ cable: index * 3 + 1, depth }));
          const { layout, placed } = placeLabels(width, hot, knownLevel(percent));
          const ordered = placed.toSorted((a, b) => a.top - b.top);
          for (const [index, label] of ordered.entries()) {
            const next = ordered[index + 1];
            if (next !== undefined) {
              expect(label.top + label.height).toBeLessThanOrEqual(next.top + 1e-6);
            }
            expect(label.top).toBeGreaterThanOrEqual(layout.frame.top + 32);
            expect(label.top + label.height).toBeLessThanOrEqual(layout.frame.ground - 47);
          }
        },
      ),
    );
  });
});

describe('the gutter', () => {
  it('leaves blocks in place if they do not overlap', () => {
    expect(
      separateBlocks(
        [
          { top: 50, height: 20 },
          { top: 10, height: 20 },
        ],
        0,
        100,
      ),
    ).toEqual([50, 10]);
  });

  it('moves overlapping blocks down, or up if they would extend past the end', () => {
    expect(
      separateBlocks(
        [
          { top: 10, height: 20 },
          { top: 15, height: 20 },
        ],
        0,
        100,
      ),
    ).toEqual([10, 30]);
    expect(
      separateBlocks(
        [
          { top: 85, height: 20 },
          { top: 90, height: 20 },
        ],
        0,
        100,
      ),
    ).toEqual([60, 80]);
  });

  it('breaks lines only at spaces', () => {
    expect(wrapText('31.4 °C, 6.2° above others', 100, 13)).toEqual([
      '31.4 °C, 6.2°',
      'above others',
    ]);
    expect(wrapText('Überhitzungsherd', 20, 13)).toEqual(['Überhitzungsherd']);
    expect(wrapText('', 20, 13)).toEqual([]);
  });

  it('estimates the width of text in Inter', () => {
    expect(estimateTextWidth('12.5', 13)).toBeGreaterThan(26);
    expect(estimateTextWidth('12.5', 13)).toBeLessThan(31);
  });
});
