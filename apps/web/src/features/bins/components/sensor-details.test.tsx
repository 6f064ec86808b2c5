import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { makeBinSummary } from '../bin-summary.fixture.ts';
import { SensorDetails } from './sensor-details.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en'] });
});

const SENSORS_PER_CABLE = 3;
const cableNumbers = [1, 2, 3, 4, 5, 6];

/**
 * Six cables with three sensors each: temperatures 11.1 to 16.3 °C, moistures 11 to 16 %, humidities 51 to 56
 * %.
 */
const reading = makeExampleReading({
  cables: cableNumbers.map((cable) => ({
    cable,
    name: `Cable ${cable}`,
    cableId: 10 + cable,
    subBin: 1,
    flip: false,
    crop: null,
  })),
  temperatures: cableNumbers.map((cable) => [1, 2, 3].map((sensor) => 10 + cable + sensor / 10)),
  moistures: cableNumbers.map((cable) => Array<number>(SENSORS_PER_CABLE).fill(10 + cable)),
  humidities: cableNumbers.map((cable) => Array<number>(SENSORS_PER_CABLE).fill(50 + cable)),
  moistureSources: cableNumbers.map(() => 'wheat-hard-henderson'),
  // No sensor is above the grain.
  fillPercent: 100,
});

/** Renders the tables and returns the values of each cell, by row. */
function renderTables(bin: Parameters<typeof makeBinSummary>[0] = {}) {
  const queries = new QueryClient();
  queries.setQueryData(latestReadingQuery(1).queryKey, reading);
  const markup = renderMarkup(
    <SensorDetails
      bin={makeBinSummary(bin)}
      now={reading.at}
      isOpen
      areReadingsBatched={false}
      onToggle={() => undefined}
    />,
    queries,
  );
  return [...markup.matchAll(/<table.*?<\/table>/gs)].map(([table]) => ({
    caption: /<caption>(.*?)<\/caption>/.exec(table)?.[1],
    columns: [...table.matchAll(/<abbr[^>]*>(\d)</g)].map(([, cable]) => Number(cable)),
    rows: [...table.matchAll(/<tr>(.*?)<\/tr>/gs)]
      .slice(1)
      .map(([, row = '']) =>
        [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) =>
          [...cell.matchAll(/data-alarm="[a-z]+"[^>]*>([^<]+)</g)].map(([, value]) => value),
        ),
      ),
  }));
}

describe('the sensors on a bin card', () => {
  it('are in a table for each group of cables, with a row for each sensor', () => {
    const found = renderTables();
    expect(found.map(({ columns }) => columns)).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
    expect(found.map(({ rows }) => rows.length)).toEqual([SENSORS_PER_CABLE, SENSORS_PER_CABLE]);
    expect(found.map(({ rows }) => rows.map((row) => row.length))).toEqual([
      [4, 4, 4],
      [2, 2, 2],
    ]);
  });

  it('show temperature and moisture in each cell', () => {
    const [first, second] = renderTables();
    expect(first?.caption).toMatch(/°C.*Moisture/i);
    expect(first?.rows[0]?.[0]).toEqual(['11.1', '11.0']);
    expect(second?.rows[2]?.[1]).toEqual(['16.3', '16.0']);
    for (const cell of [first, second].flatMap((table) => table?.rows.flat() ?? [])) {
      expect(cell).toHaveLength(2);
    }
  });

  it('show humidity instead of moisture if the bin is set to show it', () => {
    const [first] = renderTables({ showsHumidity: true });
    expect(first?.caption).toMatch(/humidity/i);
    expect(first?.rows[1]?.[3]).toEqual(['14.2', '54']);
  });

  it('do not show the values of a disabled sensor', () => {
    const sensorsInformation = { 11: { 3: { sensorStatus: 'disable' as const } } };
    const cells = renderTables({ sensorsInformation })[0]?.rows.map((row) => row[0]?.length);
    expect(cells?.toSorted()).toEqual([0, 2, 2]);
  });
});
