import uPlot from 'uplot';
import { expect, it } from 'vitest';
import { buildPlotOptions, type PlotContent } from './plot.ts';

const content: PlotContent = {
  panel: {
    unit: 'temperature',
    lines: [
      { name: 'maxTemperature', color: 'chart-temperature', isThin: false, values: [20] },
      { name: 'outside', color: 'chart-outside', isThin: true, values: [null] },
    ],
    limits: [{ value: 28, crops: [] }],
    alerts: [],
    axis: null,
  },
  data: { times: [0], columns: [[20], [null]], isolatedIndexes: [[0], []] },
  bands: [],
  alerts: [],
  formatLineLabel: JSON.stringify,
  formatLimit: ({ value }) => `Limit ${value}`,
  formatAlert: (alert) => `Alert ${alert}`,
  formatTick: String,
  formatTimeTick: String,
  timeZone: 'Asia/Tokyo',
  onHighlight: () => {},
  onZoom: () => {},
};

/** Returns the indexes of the values that a series draws as dots. */
function findDots(series: number): unknown {
  const options = { width: 300, height: 200, cursorKey: 'one', getContent: () => content };
  const points = buildPlotOptions(options, () => 'black').series[series]?.points;
  const filter = points?.filter;
  if (typeof filter !== 'function') throw new Error('The series has no filter for its points.');
  return filter({} as uPlot, series, false, null);
}

it("starts each day on the time axis at midnight in the farm's time zone", () => {
  const options = { width: 300, height: 200, cursorKey: 'one', getContent: () => content };
  const midnight = Date.UTC(2026, 9, 13, 15);
  expect(buildPlotOptions(options, () => 'black').tzDate?.(midnight)).toEqual(
    new Date(2026, 9, 14),
  );
});

it('draws a reading without neighbors as a dot', () => {
  expect(findDots(1)).toEqual([0]);
  expect(findDots(2)).toBeNull();
});

it('tints a panel where the fan ran, with a solid strip that shows even short runs', () => {
  // uPlot does not define `pxRatio` without a screen.
  Object.assign(uPlot, { pxRatio: 1 });
  const drawnBoxes: unknown[] = [];
  const ctx = {
    globalAlpha: 1,
    fillStyle: '',
    save: () => {},
    restore: () => {},
    fillRect: (...box: number[]) => drawnBoxes.push([ctx.fillStyle, ctx.globalAlpha, ...box]),
  };
  const plot = {
    ctx,
    bbox: { left: 50, top: 10, width: 300, height: 200 },
    valToPos: (at: number) => 50 + at,
  };
  const bands = [
    { from: 100, to: 150 },
    { from: 200, to: 200.25 },
    { from: -40, to: 20 },
    { from: 400, to: 500 },
  ];
  const options = {
    width: 300,
    height: 200,
    cursorKey: 'one',
    getContent: () => ({ ...content, bands }),
  };
  const [draw] = [buildPlotOptions(options, () => 'green').hooks?.drawClear ?? []].flat();
  draw?.(plot as unknown as uPlot);
  expect(drawnBoxes).toEqual([
    ['green', 0.15, 150, 10, 50, 200],
    ['green', 1, 150, 204, 50, 6],
    ['green', 0.15, 250, 10, 0.25, 200],
    ['green', 1, 250, 204, 1, 6],
    // Runs that start before or end after the panel are clipped.
    ['green', 0.15, 50, 10, 20, 200],
    ['green', 1, 50, 204, 20, 6],
  ]);
});

it('marks where alerts began and ended at the top of a panel', () => {
  Object.assign(uPlot, { pxRatio: 1 });
  const drawnShapes: unknown[] = [];
  const ctx = {
    fillStyle: '',
    save: () => {},
    restore: () => {},
    setLineDash: () => {},
    beginPath: () => {},
    lineTo: () => {},
    stroke: () => {},
    moveTo: (x: number) => drawnShapes.push(x),
    fillRect: (...box: number[]) => drawnShapes.push([ctx.fillStyle, ...box]),
  };
  const plot = {
    ctx,
    bbox: { left: 50, top: 10, width: 300, height: 200 },
    valToPos: (at: number) => 50 + at,
  };
  const rule = 'co2';
  const alerts = [
    { rule, from: 100, to: 150 },
    { rule, from: -40, to: null },
    { rule, from: 400, to: 500 },
  ] as const;
  const getContent = () => ({ ...content, alerts });
  const options = { width: 300, height: 200, cursorKey: 'one', getContent };
  const [, draw] = [buildPlotOptions(options, (name) => name).hooks?.drawClear ?? []].flat();
  draw?.(plot as unknown as uPlot);
  expect(drawnShapes).toEqual([
    ['critical', 150, 10, 50, 6],
    150,
    200,
    // An open alert extends to the right edge of the panel, and an alert that began before the panel has no
    // line at the left edge.
    ['critical', 50, 10, 300, 6],
  ]);
});
