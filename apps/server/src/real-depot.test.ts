import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY, HOUR } from '@granary/domain/units';
import { replay } from '@granary/simulator/replay';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../test/support/board-fixtures.ts';
import { addUser } from '../test/support/fixtures.ts';
import { findDifferences } from '../test/support/recompute.ts';
import { createTestApp, type TestApp } from '../test/support/test-app.ts';
import { allowImport } from './boards/board-store.ts';

/**
 * Readings from 100 sensors in one grain storage facility over 44 months: five rows, five zones, four layers.
 */
const DEPOT = fileURLToPath(
  new URL('../../../../shared/data/real-depot/grain-temperature-daily.csv', import.meta.url),
);
const KEY = 'the key of the depot';
/** Each row of the depot is a bin, each zone a cable, each layer a sensor. */
const COLUMNS = 'r{bin}_z{cable}_l{sensor}';
const ROWS = [1, 2, 3, 4, 5];
const ZONES = [1, 2, 3, 4, 5];
const LAYERS = [1, 2, 3, 4];
/** Replaces a missing value, in the file and in the response. */
const NONE = -1_000;

let granary: TestApp;
let mqttPort: number;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'granary-depot-'));
  granary = await createTestApp({ logLevel: 'silent' });
  ({ mqttPort } = await granary.start());
});

afterAll(async () => {
  await granary.dispose();
  rmSync(folder, { recursive: true });
});

/** Reads the maximum temperature in the file for each UTC day and column. */
function readMaxima(csv: string): Map<string, Map<string, number>> {
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

it('returns the daily maxima of replayed measurements to within 0.01 °C', async ({ skip }) => {
  skip(!existsSync(DEPOT), `the measured temperatures are not at ${DEPOT}`);
  await replayAndCompare(DEPOT, 'depot');
}, 120_000);

it('shows the daily maxima of replayed generated temperatures', async () => {
  const file = join(folder, 'made.csv');
  writeFileSync(file, createCsv());
  await replayAndCompare(file, 'made');
});

/** Replays a file and compares it with the days that the server returns. */
async function replayAndCompare(csv: string, board: string): Promise<void> {
  const { db } = granary;
  const bins = ROWS.map((binNumber) => ({ binNumber, cables: ZONES.map(() => ({})) }));
  const ids = await seedBoard(db, await seedFarm(db, 'UTC'), { id: board, key: KEY, bins });
  const by = { actor: null, address: '', at: granary.now() };
  await allowImport(db, board, new Date(granary.now() + HOUR), by);
  const unreadable: string[] = [];
  const counts = await replay({
    csv,
    mainBoardId: board,
    key: KEY,
    host: '127.0.0.1',
    port: mqttPort,
    columns: COLUMNS,
    zone: 'UTC',
    acceptedFrom: null,
    onProgress: () => undefined,
    onUnreadable: (line, reason) => unreadable.push(`${line}: ${reason}`),
  });
  expect(unreadable).toEqual([]);
  expect(counts.acknowledged).toBe(ROWS.length * counts.rows);

  const expected = readMaxima(readFileSync(csv, 'utf8'));
  // One day has two rows.
  expect(expected.size).toBe(counts.rows - 1);
  const token = await granary.createToken(await addUser(db, 'admin'));
  const mismatches: string[] = [];
  let comparedCount = 0;
  for (const [row, id] of ids) {
    const days = await loadDays(id, token, [...expected.keys()]);
    expect(days.map(({ date }) => date)).toEqual([...expected.keys()].sort());
    for (const { date, max_temp } of days) {
      for (const [name, zone, layer] of listSensors(row)) {
        const [actualMax, expectedMax] = [
          max_temp[zone - 1]?.[layer - 1],
          expected.get(date)?.get(name),
        ];
        const isCorrect = Math.abs((actualMax ?? NONE) - (expectedMax ?? NONE)) <= 0.01;
        if (!isCorrect) mismatches.push(`${date} ${name}: ${actualMax}, not ${expectedMax}`);
        comparedCount++;
      }
    }
  }
  expect(mismatches).toEqual([]);
  expect(comparedCount).toBe(ROWS.length * listSensors(1).length * expected.size);
  expect(await findDifferences(db, [...ids.values()])).toEqual([]);
}

/** Loads a bin's days from the server, a year at a time. */
async function loadDays(id: number, token: string, dates: readonly string[]): Promise<Day[]> {
  const years = [...new Set(dates.map((date) => date.slice(0, 4)))].sort();
  const days: Day[] = [];
  for (const year of years) {
    const range = `from=${year}-01-01&to=${year}-12-31`;
    const url = `/api/board/dailyReadings?bin_sensor_id=${id}&${range}`;
    const { status, body } = await granary.call({ url, token });
    expect(status).toBe(200);
    days.push(...(body.RESP_MSG as readonly Day[]));
  }
  return days;
}

/** Lists the sensors of a row, each with the name of its column, its zone and its layer. */
function listSensors(row: number): [string, number, number][] {
  return ZONES.flatMap((zone) =>
    LAYERS.map((layer): [string, number, number] => [`r${row}_z${zone}_l${layer}`, zone, layer]),
  );
}

/** Creates 40 days of data that span New Year's Day, with two rows on one day and some empty cells. */
function createCsv(): string {
  const names = ROWS.flatMap((row) => listSensors(row).map(([name]) => name));
  const start = Date.parse('2024-12-20T11:10:02Z');
  const times = Array.from({ length: 40 }, (_, day) => start + day * DAY);
  const lines = [...times, start + 3 * DAY + HOUR].map((at, row) => {
    const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    const cells = names.map((_, column) => {
      const isEmpty = (row * 31 + column * 17) % 23 === 0;
      return isEmpty ? '' : (((row * 7919 + column * 104_729) % 6_000) / 100 - 20).toFixed(2);
    });
    return [time, ...cells].join(',');
  });
  return `${['time', ...names].join(',')}\n${lines.join('\n')}\n`;
}
