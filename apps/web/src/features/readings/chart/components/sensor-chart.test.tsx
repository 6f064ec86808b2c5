import type { SensorSeries } from '@granary/contract/readings/http';
import { DAY, HOUR, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { now } from '../../../../lib/clock.ts';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { makeBinWithSettings } from '../../../bins/settings/bin.fixture.ts';
import { sensorSeriesQuery } from '../api/get-sensor-series.ts';
import { countDaysSinceLastYear } from '../days-since-last-year.ts';
import { type Comparison, SensorChart } from './sensor-chart.tsx';
import { SensorControls } from './sensor-controls.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

const bin = makeBinWithSettings();
const sensors = [{ cable: 1, row: 3 }];
const START = millis(20_000 * DAY);

/** A series with one value for each hour. */
function makeSeries(from: number, ...values: readonly number[]): SensorSeries {
  return {
    timezone: 'UTC',
    sensors,
    isThinned: false,
    points: values.map((value, hour) => ({
      at: millis(from + hour * HOUR),
      day: null,
      temperatures: [value],
      medians: [value - 1],
    })),
  };
}

const request = { sensors, days: 30, step: 'reading' } as const;

/** The cells of the chart's table, with this comparison if there is one. */
function renderCells(comparison: Comparison | null): string[] {
  const queries = new QueryClient();
  const put = (binId: number, daysBefore: number, series: SensorSeries) =>
    queries.setQueryData(sensorSeriesQuery({ ...request, binId, daysBefore }).queryKey, series);
  put(bin.id, 0, makeSeries(START, 21, 22));
  const days = countDaysSinceLastYear(now());
  put(bin.id, days, makeSeries(START - days * DAY, 11, 12));
  put(99, 0, makeSeries(START, 31, 32));
  const props = { bin, ...request, comparison, fanRuns: [], alerts: [] };
  const markup = renderMarkup(<SensorChart {...props} isTable onTable={() => {}} />, queries);
  return [...markup.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
    cell.replace(/<[^>]*>/g, ''),
  );
}

it('selected sensors are shown with their values on the same days last year, or with the median of the same row in another bin', () => {
  expect(renderCells(null).join('|')).not.toMatch(/last year|12\.0|30\.0/);
  expect(renderCells({ kind: 'last-year' }).join('|')).toMatch(/last year.*12\.0/s);
  const other = renderCells({ kind: 'bin', id: 99, name: 'Home 2' }).join('|');
  expect(other).toMatch(/Home 2, median of row 3.*31\.0/s);
  expect(other).not.toContain('12.0');
});

it('sensors without values under grain show a message instead of a chart', () => {
  const queries = new QueryClient();
  const [point] = makeSeries(START, 21).points;
  const headspacePoint = point && { ...point, temperatures: [null], medians: [null] };
  const series = {
    ...makeSeries(START),
    points: headspacePoint === undefined ? [] : [headspacePoint],
  };
  queries.setQueryData(sensorSeriesQuery({ ...request, binId: bin.id }).queryKey, series);
  const props = { bin, ...request, comparison: null, fanRuns: [], alerts: [] };
  const markup = renderMarkup(<SensorChart {...props} isTable onTable={() => {}} />, queries);
  expect(markup).toContain('No values from sensors under grain in this time range');
  expect(markup).not.toContain('<table');
});

it('chosen sensors can be compared with last year and with every other bin', () => {
  const render = (sensors: typeof request.sensors) =>
    renderMarkup(
      <SensorControls
        {...request}
        sensors={sensors}
        bin={bin}
        comparison={null}
        bins={[
          { id: bin.id, name: 'This bin' },
          { id: 99, name: 'Home 2' },
        ]}
        onSensors={() => {}}
        onStep={() => {}}
        onCompare={() => {}}
      />,
    );
  const markup = render(request.sensors);
  const options = [...markup.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text]) => text);
  expect(options).toEqual(['Compare with…', 'Same days last year', 'Home 2']);
  const hint = 'Add a sensor to compare it with last year or with another bin.';
  expect(markup).not.toContain(hint);
  expect(render([])).toContain(hint);
});
