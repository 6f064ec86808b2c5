import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { toSensorCables } from '../../../bin-data/sensor-cables.ts';
import { BinDrawing } from '../../../bin-picture/bin-picture.tsx';
import { texts } from '../../../bin-picture/picture.fixture.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { makeBinSummary } from '../bin-summary.fixture.ts';
import { SensorDetails } from './sensor-details.tsx';

vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en-CA'] });
  vi.stubGlobal('localStorage', { getItem: () => null });
});

const cable = { name: '', crop: null, subBin: 1, flip: false };

/** Cables of unequal length in both directions, sub-bins, crops, missing and disabled sensors. */
const measuredValues = {
  temperatures: [
    [-12.2, 15, 31.4, 28, 20],
    [10, 11, null, 13, 14],
    [41, 8.8, 19.9],
    [5, 6, 7, 8, 9],
  ],
  moistures: [
    [9.1, 13, 18.4, 24.8, 12],
    [13, null, 13, 13, 13],
    [9, 15.5, 8],
    [null, null, null, null, null],
  ],
  humidities: [
    [40, 60, 80, 99, 50],
    [60, null, 60, 60, 60],
    [50, 95, 40],
    [61, 62, 63, null, 65],
  ],
  moistureSources: ['wheat-hard-henderson', 'wheat-hard-henderson', 'canola', null],
  cables: [
    { ...cable, cable: 1, cableId: 11 },
    { ...cable, cable: 2, cableId: 12, flip: true },
    { ...cable, cable: 3, cableId: 13, crop: 'Canola' },
    { ...cable, cable: 4, cableId: 14, subBin: 2, crop: 'Peas' },
  ],
};
const sensorsInformation = {
  11: { 2: { sensorStatus: 'mute' }, 5: { sensorStatus: 'disable' } },
  12: { 1: { sensorStatus: 'disable' }, 4: { sensorStatus: 'mute' } },
} as const;

/** Reads the texts of each picture cell, keyed by cable and depth; a cell without a value is empty. */
function readPicture(
  bin: ReturnType<typeof makeBinSummary>,
  reading: ReturnType<typeof makeExampleReading>,
) {
  const markup = renderMarkup(
    <BinDrawing
      width={1200}
      cables={toSensorCables(bin, reading)}
      level={
        reading.isLevelKnown ? { kind: 'known', percent: reading.fillPercent } : { kind: 'unknown' }
      }
      unit="c"
      locale="en-CA"
      shownValues="both"
      page={0}
      hotSensors={[]}
      hotSpotSeverity="watch"
      plenum={null}
      fan={null}
      outside={null}
      selected={null}
      onSelect={() => {}}
      onMenu={() => {}}
      texts={{ ...texts, disabled: { long: 'off', short: 'off' } }}
    />,
  );
  const cells = markup.split('data-cell="').slice(1);
  return Object.fromEntries(
    cells.map((cell) => {
      const cellMarkup = cell.split('</g></g>')[0] ?? '';
      return [
        cell.slice(0, cell.indexOf('"')),
        [...cellMarkup.matchAll(/<text[^>]*>([^<]+)</g)].map(getLastGroup),
      ];
    }),
  );
}

const getLastGroup = (match: RegExpMatchArray) => match.at(-1);

function renderDetails(
  bin: ReturnType<typeof makeBinSummary>,
  reading: ReturnType<typeof makeExampleReading>,
) {
  const { at: now } = reading;
  const queries = new QueryClient();
  queries.setQueryData(latestReadingQuery(bin.id).queryKey, reading);
  return renderMarkup(
    <SensorDetails bin={bin} now={now} isOpen areReadingsBatched={false} onToggle={() => {}} />,
    queries,
  );
}

function readTables(markup: string) {
  const shown: [string, unknown[]][] = [];
  for (const [table = ''] of markup.matchAll(/<table.*?<\/table>/gs)) {
    const cableNumbers = [...table.matchAll(/<abbr[^>]*>(\d)</g)].map(getLastGroup);
    for (const row of table.split('<tr>').slice(2)) {
      const depth = /scope="row">(\d+)</.exec(row)?.[1];
      for (const [column, cell] of row.split('<td>').slice(1).entries()) {
        if (!cell.startsWith('</td>')) {
          const values = [...cell.matchAll(/>([^<>]+)</g)].map(getLastGroup);
          const visible = values.filter((text) => !/^(–|, .*|no temperature)$/.test(`${text}`));
          shown.push([`${cableNumbers[column]}-${depth}`, visible]);
        }
      }
    }
  }
  return Object.fromEntries(shown);
}

describe("a bin's tables", () => {
  it.each([
    ['unknown', { isLevelKnown: false, fillPercent: 0 }],
    ['empty', { isLevelKnown: true, fillPercent: 0 }],
    ['half full', { isLevelKnown: true, fillPercent: 50 }],
    ['full', { isLevelKnown: true, fillPercent: 100 }],
  ])('show the same cells as the picture (bin level: %s)', (_, level) => {
    const bin = makeBinSummary({ sensorsInformation });
    const reading = makeExampleReading({ ...measuredValues, ...level });
    const shown = readTables(renderDetails(bin, reading));
    expect(Object.keys(shown)).toHaveLength(18);
    expect(shown).toEqual(readPicture(bin, reading));
  });

  it('show only the temperature of sensors above the grain, and label them "above the grain"', () => {
    const bin = makeBinSummary({ sensorsInformation });
    const markup = renderDetails(bin, makeExampleReading({ ...measuredValues, fillPercent: 50 }));
    const tables = readTables(markup);
    expect([tables['1-1'], tables['1-5'], tables['1-4']]).toEqual([
      ['-12.2'],
      ['off'],
      ['28.0', '&gt;\u200924.8'],
    ]);
    expect(markup).toMatch(/-12\.2<[^>]*>, above the grain/);
  });

  it('mark muted sensors and those in a hot spot', () => {
    const hot = [10, 10, 30, 10];
    const reading = makeExampleReading({
      temperatures: Array.from({ length: 5 }, (_, index) => (index === 2 ? hot : [10, 10, 10, 10])),
      cables: [1, 2, 3, 4, 5].map((number) => ({ ...cable, cable: number, cableId: number })),
      hotSensors: [{ cable: 3, position: 3, depth: 3, temperature: 30, excess: 20 }],
      fillPercent: 100,
    });
    const muted = { 1: { 2: { sensorStatus: 'mute' as const } } };
    const markup = renderDetails(makeBinSummary({ sensorsInformation: muted }), reading);
    expect(markup.match(/, muted</g)).toHaveLength(1);
    expect(markup.match(/30\.0<.{1,200}, in the hot spot</g)).toHaveLength(1);
  });
});
