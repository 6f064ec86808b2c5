import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/support/broker.ts';
import { ReplayError } from './replay/replay-error.ts';
import { replay } from './replay.ts';

let broker: TestBroker;
let folder = '';
let unreadableLines: string[] = [];

beforeEach(async () => {
  broker = await startBroker();
  folder = await mkdtemp(join(tmpdir(), 'granary-replay-'));
  unreadableLines = [];
});
afterEach(async () => {
  await broker.stop();
  await rm(folder, { recursive: true });
});

async function replayText(text: string, overrides: Partial<Parameters<typeof replay>[0]> = {}) {
  const csv = join(folder, 'grain.csv');
  await writeFile(csv, text);
  return replay({
    csv,
    mainBoardId: 'DEPOT-1',
    key: 'key',
    host: '127.0.0.1',
    port: broker.port,
    columns: 'z{bin}_c{cable}_s{sensor}',
    zone: 'Asia/Shanghai',
    acceptedFrom: null,
    onUnreadable: (line, reason) => unreadableLines.push(`${line}: ${reason}`),
    onProgress: () => undefined,
    ...overrides,
  });
}

const header = 'time,z1_c1_s1,z1_c1_s2,z2_c1_s1\n';

it('sends every row and bin in order and counts acknowledgments', async () => {
  const rows = Array.from(
    { length: 500 },
    (_, i) =>
      `2015-04-03 11:${String(i % 60).padStart(2, '0')}:${String(Math.floor(i / 60)).padStart(2, '0')},${i},2,3`,
  );
  const counts = await replayText(`\uFEFF${header}${rows.join('\r\n')}\r\n`);
  expect(counts).toEqual({ rows: 500, acknowledged: 1_000, unreadable: 0 });
  const frames = broker.published.map(({ text }) => JSON.parse(text));
  expect(broker.published[0]?.topic).toBe('boards/DEPOT-1/up/temp-data');
  expect(frames[0]).toEqual({
    v: 1,
    bin_number: 1,
    date_time: '2015-04-03T03:00:00.000Z',
    temp_reading: [[0, 2]],
  });
  expect(
    frames
      .filter(({ bin_number }) => bin_number === 1)
      .map(({ temp_reading }) => temp_reading[0][0]),
  ).toEqual(rows.map((_, i) => i));
});

it('reports lines that it cannot parse and continues', async () => {
  const counts = await replayText(
    `${header}2015-04-03,1,2,3\nnever,1,2,3\n2015"04,1,2,3\n2015-04-05,1,x,3\n2015-04-06,1,2,3\n`,
  );
  expect(counts).toEqual({ rows: 5, acknowledged: 4, unreadable: 3 });
  expect(unreadableLines.map((line) => line.split(':')[0]).sort()).toEqual(['3', '4', '5']);
});

it('does not send anything that the server would store only as raw data, and explains what to do', async () => {
  const rows = '2026-01-02,1,2,3\n2015-04-03,4,5,6\n2026-01-03,7,8,9\n';
  const running = replayText(`${header}${rows}`, { acceptedFrom: Date.parse('2025-01-01') });
  await expect(running).rejects.toThrow(/^Line 3 .* allow-import DEPOT-1 24.* --import/);
  expect(broker.published.filter(({ text }) => text.includes('2015'))).toEqual([]);
});

it('continues after a disconnect', async () => {
  const rows = Array.from(
    { length: 2_000 },
    (_, i) => `${new Date(i * 60_000).toISOString()},1,2,3`,
  );
  const running = replayText(`${header}${rows.join('\n')}\n`);
  await broker.waitUntil((published) => published.length > 300);
  broker.dropConnections();
  expect((await running).acknowledged).toBe(4_000);
  expect(new Set(broker.published.map(({ text }) => text)).size).toBe(4_000);
});

it('fails with a one-line error if the file is missing or empty, the time zone is unknown, or the server is unreachable or rejects the board', async () => {
  await expect(replayText('', { csv: join(folder, 'none.csv') })).rejects.toThrow(
    /^File .*none\.csv does not exist$/,
  );
  await expect(replayText('')).rejects.toThrow('is empty');
  await expect(replayText(header, { zone: 'Mars/Olympus' })).rejects.toThrow('is not a time zone');
  broker.requireKey('another');
  await expect(replayText(`${header}2015-04-03,1,2,3\n`)).rejects.toThrow('rejected board DEPOT-1');
  const port = broker.port;
  await broker.stop();
  const unreachable = replayText(`${header}2015-04-03,1,2,3\n`, { port });
  await expect(unreachable).rejects.toThrow(`No server responds at 127.0.0.1:${port}`);
  await expect(unreachable).rejects.toThrow(ReplayError);
  broker = await startBroker();
});
