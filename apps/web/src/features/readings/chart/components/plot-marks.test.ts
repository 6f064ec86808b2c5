import uPlot from 'uplot';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawMarks } from './plot-marks.ts';

// uPlot does not define `pxRatio` outside a browser.
beforeAll(() => void Object.assign(uPlot, { pxRatio: 1 }));

const draw = (...marks: readonly (readonly [value: number, text: string])[]) =>
  drawOver([], ...marks);

/**
 * Returns the lines and labels drawn for marks on an axis from 0 to 200, 1 px per unit, in a panel from 10 to
 * 210 px.
 */
function drawOver(
  data: readonly number[],
  ...marks: readonly (readonly [value: number, text: string])[]
) {
  const lines: number[] = [];
  const labels: [text: string, left: number, baseline: number][] = [];
  const noop = () => {};
  const ctx = {
    save: noop,
    restore: noop,
    setLineDash: noop,
    beginPath: noop,
    lineTo: noop,
    stroke: noop,
    strokeText: noop,
    moveTo: (_: number, y: number) => lines.push(y),
    measureText: (text: string) => ({ width: 6 * text.length }),
    fillText: (text: string, left: number, baseline: number) => labels.push([text, left, baseline]),
  };
  const plot = {
    ctx,
    bbox: { left: 50, top: 10, width: 300, height: 200 },
    valToPos: (value: number, scale: string) => (scale === 'x' ? 50 + value : 210 - value),
    data: [[10, 200], data],
  };
  const fullMarks = marks.map(([value, text]) => ({ value, text, color: 'gray', dash: [6, 4] }));
  drawMarks(plot as unknown as uPlot, fullMarks, 'white');
  return { lines, labels };
}

describe('a mark', () => {
  it('is a line with its label above, or below if another line is close', () => {
    expect(draw([150, 'Alert'], [140, 'Limit'], [50, 'Lower'])).toEqual({
      lines: [60, 70, 160],
      labels: [
        ['Alert', 54, 56],
        ['Limit', 54, 84],
        ['Lower', 54, 156],
      ],
    });
  });

  it('has its label where it does not cover a line or a strip of alerts', () => {
    expect(drawOver([55, 0], [50, 'Limit']).labels).toEqual([['Limit', 54, 174]]);
    expect(drawOver([45, 55], [50, 'Limit']).labels).toEqual([['Limit', 54, 156]]);
    expect(draw([195, 'Limit']).labels).toEqual([['Limit', 54, 29]]);
  });

  it('outside the axis range has its label at the edge, with an arrow and no line', () => {
    expect(draw([201, 'Alert'], [200, 'Limit'], [-1, 'Lower'])).toEqual({
      lines: [10],
      labels: [
        ['↑ Alert', 54, 22],
        ['Limit', 106, 24],
        ['↓ Lower', 54, 200],
      ],
    });
  });

  it('at the bottom has its label above its line, because the time axis is below', () => {
    expect(draw([20, 'Upper'], [10, 'Lower']).labels).toEqual([
      ['Upper', 54, 186],
      ['Lower', 94, 196],
    ]);
  });

  it('never overlaps another label', () => {
    expect(draw([240, 'One'], [190, 'Two']).labels).toEqual([
      ['↑ One', 54, 22],
      ['Two', 54, 34],
    ]);
    const { labels } = draw(
      [240, 'One'],
      [220, 'Two'],
      [195, 'Three'],
      [185, 'Four'],
      [177, 'Five'],
    );
    expect(labels).toEqual([
      ['↑ One', 54, 22],
      ['↑ Two', 94, 22],
      ['Three', 134, 29],
      ['Four', 174, 39],
      ['Five', 208, 47],
    ]);
  });
});
