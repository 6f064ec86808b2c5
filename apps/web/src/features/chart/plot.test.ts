import type uPlot from 'uplot';
import { expect, it } from 'vitest';
import { type PlotContent, plotOptions } from './plot.ts';

const content: PlotContent = {
  panel: {
    unit: 'temperature',
    lines: [
      { name: 'maxTemperature', color: 'chart-temperature', isThin: false, values: [20] },
      { name: 'outside', color: 'chart-outside', isThin: true, values: [null] },
    ],
    ...{ limits: [28], alerts: [], axis: null },
  },
  data: { times: [0], columns: [[20], [null]], alone: [[0], []] },
  bands: [],
  ...{ nameText: String, limitText: String, alertText: String, tick: String, timeTick: String },
  ...{ onPoint: () => {}, onZoom: () => {} },
};

/** The places where a series has dots, as the drawing asks for them. */
function dots(series: number): unknown {
  const options = { width: 300, height: 200, cursorKey: 'one', shown: () => content };
  const points = plotOptions(options, () => 'black').series[series]?.points;
  const filter = points?.filter;
  if (typeof filter !== 'function') throw new Error('The series chooses no dots.');
  return filter({} as uPlot, series, false, null);
}

it('a reading without neighbours is drawn as a dot, and a line that has none has no dots', () => {
  expect(dots(1)).toEqual([0]);
  expect(dots(2)).toBeNull();
});
