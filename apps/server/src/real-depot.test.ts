import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOUR } from '@granary/domain/units';
import { replay } from '@granary/simulator/replay';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBoard, seedFarm } from './bins/testing.ts';
import { allowImport } from './boards/admin-store.ts';
import { findDifferences } from './readings/testing-recompute.ts';
import { type TestGranary, testGranary } from './testing.ts';
import { addUser } from './testing-house.ts';

/** A hundred sensors of one grain depot over 44 months: five rows, five zones, four layers. */
const DEPOT = fileURLToPath(
  new URL('../../../../shared/data/real-depot/grain-temperature-daily.csv', import.meta.url),
);
const BOARD = 'depot';
const KEY = 'the key of the depot';
/** Each row of the depot is a bin, each zone a cable, each layer a sensor. */
const COLUMNS = 'r{bin}_z{cable}_l{sensor}';

let granary: TestGranary;

beforeAll(async () => {
  granary = await testGranary({ logLevel: 'silent' });
});

afterAll(() => granary.dispose());

/** Per day of UTC, bin, cable and sensor, the greatest temperature of the file. */
function maximaOf(csv: string): Map<string, Map<string, number>> {
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.trim().split(',').slice(1);
  const days = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const [time = '', ...cells] = line.trim().split(',');
    const day = time.slice(0, 10);
    const maxima = days.get(day) ?? new Map<string, number>();
    days.set(day, maxima);
    names.forEach((name, index) => {
      const cell = cells[index] ?? '';
      const value = Number(cell);
      if (cell === '' || Number.isNaN(value)) return;
      maxima.set(name, Math.max(maxima.get(name) ?? -Infinity, value));
    });
  }
  return days;
}

interface Day {
  readonly date: string;
  readonly max_temp: readonly (readonly (number | null)[])[];
}

it('shows of measured temperatures, replayed, the daily maxima of the file to 0.01 °C', async ({
  skip,
}) => {
  skip(!existsSync(DEPOT), `the measured temperatures are not at ${DEPOT}`);
  const { db } = granary;
  const bins = [1, 2, 3, 4, 5].map((binNumber) => ({ binNumber, cables: [{}, {}, {}, {}, {}] }));
  const ids = await seedBoard(db, await seedFarm(db, 'UTC'), { id: BOARD, key: KEY, bins });
  await allowImport(db, BOARD, new Date(granary.now() + HOUR));
  const { mqttPort } = await granary.start();
  const unreadable: string[] = [];
  const counts = await replay({
    ...{ csv: DEPOT, mainBoardId: BOARD, key: KEY, host: '127.0.0.1', port: mqttPort },
    ...{ columns: COLUMNS, zone: 'UTC', onProgress: () => undefined },
    onUnreadable: (line, reason) => unreadable.push(`${line}: ${reason}`),
  });
  expect(unreadable).toEqual([]);
  expect(counts.acknowledged).toBe(5 * counts.rows);

  const expected = maximaOf(readFileSync(DEPOT, 'utf8'));
  // One day has two rows.
  expect(expected.size).toBe(counts.rows - 1);
  const token = await granary.tokenOf(await addUser(db, 'admin'));
  const wrong: string[] = [];
  let compared = 0;
  for (const [row, id] of ids) {
    const url = `/api/board/dailyReadings?bin_sensor_id=${id}&from=2015-01-01&to=2019-01-01`;
    const { status, body } = await granary.call({ url, token });
    expect(status).toBe(200);
    const days = body.RESP_MSG as readonly Day[];
    expect(days.map(({ date }) => date)).toEqual([...expected.keys()].sort());
    for (const { date, max_temp } of days) {
      for (let zone = 1; zone <= 5; zone++) {
        for (let layer = 1; layer <= 4; layer++) {
          const name = `r${row}_z${zone}_l${layer}`;
          const [is, should] = [max_temp[zone - 1]?.[layer - 1], expected.get(date)?.get(name)];
          const isRight = Math.abs(Number(is ?? Number.NaN) - Number(should)) <= 0.01;
          if (!isRight) wrong.push(`${date} ${name}: ${is}, not ${should}`);
          compared++;
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBe(100 * expected.size);
  expect(await findDifferences(db, [...ids.values()])).toEqual([]);
}, 120_000);
