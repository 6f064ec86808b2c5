import type { SensorSeries } from '@granary/contract/readings/http';
import { DAY, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { toSensorCables } from '../../../bin-data/sensor-cables.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { makeBinWithSettings } from '../../bins/settings/bin.fixture.ts';
import { sensorDaysQuery } from '../api/get-sensor-days.ts';
import { compareSensor } from '../sensor-comparison.ts';
import { SensorFacts } from './sensor-facts.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

const bin = makeBinWithSettings();
const reading = makeExampleReading();
const cables = toSensorCables(bin, reading);
const sensor = { cable: 1, row: 2 };

/** Renders the sensor's facts with these temperatures on recent days. */
function render(...celsius: (number | null)[]): string {
  const comparison = compareSensor(cables, { cable: sensor.cable, depth: sensor.row });
  if (comparison === null) throw new Error('The reading has no such sensor.');
  const points = celsius.map((value, day) => ({
    at: millis(day * DAY),
    day: new Date(day * DAY).toISOString().slice(0, 10),
    temperatures: [value],
    medians: [null],
  }));
  const series: SensorSeries = { timezone: 'UTC', sensors: [sensor], isThinned: false, points };
  const queries = new QueryClient();
  queries.setQueryData(sensorDaysQuery(bin.id, sensor, reading.at).queryKey, series);
  return renderMarkup(
    <SensorFacts bin={bin} reading={reading} cables={cables} comparison={comparison} />,
    queries,
  );
}

it("a sensor's trend line covers only the days when the sensor was under grain", () => {
  expect(render(null, null, 11, 12.5)).toContain('+1.5°');
  expect(render(null, null, null, 12.5)).not.toContain('<svg');
});
