import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDownTopic } from '@granary/contract/boards/topics';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PublishedMessage, startBroker, type TestBroker } from '../test/support/broker.ts';
import { DEMO_FARMS } from './demo/fleet.ts';
import { type RunningFleet, startFleet } from './fleet.ts';

const NOW = millis(Date.UTC(2026, 9, 14, 19, 5));
const neighborFleet = DEMO_FARMS.filter(({ owner }) => owner === 'neighbor');
const KEY = 'test-key';

let broker: TestBroker;
let folder = '';
let lines: string[] = [];
let runningFleet: RunningFleet | null = null;

beforeEach(async () => {
  broker = await startBroker();
  folder = await mkdtemp(join(tmpdir(), 'granary-fleet-'));
  lines = [];
});
afterEach(async () => {
  await runningFleet?.stop();
  runningFleet = null;
  await broker.stop();
  await rm(folder, { recursive: true });
});

async function start(now: () => Millis, overrides: Partial<Parameters<typeof startFleet>[0]> = {}) {
  runningFleet = await startFleet({
    fleet: neighborFleet,
    host: '127.0.0.1',
    port: broker.port,
    key: KEY,
    dataDir: folder,
    now,
    log: (line) => lines.push(line),
    historyDays: 21,
    realtimeMs: HOUR,
    faults: new Set(),
    sleepMs: HOUR,
    listenMs: 500,
    ...overrides,
  });
  return runningFleet;
}

function listReadingTimes(
  published: readonly PublishedMessage[],
  mainBoardId = 'PG-0502',
  bin = 1,
) {
  return published
    .filter(({ topic }) => topic === `boards/${mainBoardId}/up/temp-data`)
    .map(({ text }) => JSON.parse(text))
    .filter((payload) => payload.bin_number === bin)
    .map((payload) => Date.parse(payload.date_time) || payload.date_time * 1000);
}

it('sends a hello, reports each bin immediately and sends the history newest week first', async () => {
  const { historySent } = await start(() => NOW);
  await historySent;
  const hello = broker.published.find(({ topic }) => topic.endsWith('firmware-data'));
  expect(JSON.parse(hello?.text ?? '')).toMatchObject({
    v: 1,
    kind: 'hello',
    firmware_name: 'realtime',
  });
  const readingTimes = listReadingTimes(broker.published).filter((at) => at !== NOW);
  expect(listReadingTimes(broker.published, 'PG-0502', 2)).toContain(NOW);
  expect(new Set(readingTimes).size).toBe(readingTimes.length);
  const toWeek = (at: number) => Math.floor((NOW - at - 1) / (7 * 24 * HOUR));
  const weeks = readingTimes.map(toWeek);
  expect(weeks).toEqual([...weeks].sort((a, b) => a - b));
  expect(new Set(weeks)).toEqual(new Set([0, 1, 2]));
  expect(lines.at(-1)).toMatch(/^History: done, [\d,]+ frames in \d+ s$/);
  expect(lines).toContain('History: 33 % sent');
});

it('sends readings for the time between two runs, but the history only once', async () => {
  const firstFleet = await start(() => NOW);
  await firstFleet.historySent;
  await firstFleet.stop();
  broker.published.length = 0;
  const later = millis(NOW + 3 * HOUR);
  const secondFleet = await start(() => later);
  await secondFleet.historySent;
  await secondFleet.stop();
  const readingTimes = listReadingTimes(broker.published).sort((a, b) => a - b);
  expect(readingTimes.every((at) => at > NOW && at <= later)).toBe(true);
  expect(readingTimes).toHaveLength(18 + 1);
  expect(readingTimes[0]).toBe(NOW + 5 * MINUTE);
});

it('resumes sending the history after a restart', async () => {
  const firstFleet = await start(() => NOW);
  await broker.waitUntil((published) => published.length > 600);
  await firstFleet.stop();
  await expect(firstFleet.historySent).rejects.toThrow(/closed|stopped/);
  const secondFleet = await start(() => NOW);
  await secondFleet.historySent;
  const allTimes = new Set(listReadingTimes(broker.published));
  expect(allTimes.size).toBeGreaterThan(20 * 24 + 144 - 6);
  expect(listReadingTimes(broker.published).length).toBeLessThan(2 * allTimes.size);
});

it('sends unacknowledged frames again after a disconnect', async () => {
  const fleet = await start(() => NOW);
  await broker.waitUntil((published) => published.length > 100);
  broker.setAcknowledgmentsPaused(true);
  await broker.waitForUnacknowledgedFrames(30);
  broker.dropConnections();
  broker.setAcknowledgmentsPaused(false);
  await fleet.historySent;
  expect(new Set(listReadingTimes(broker.published)).size).toBeGreaterThan(20 * 24 + 144 - 6);
});

const command = {
  v: 1,
  command_id: 'c-1',
  seq: 1,
  command: 'setF00000001',
  kind: 'fan',
  bin_number: 1,
  fan: 'on',
  issued_at: new Date(NOW).toISOString(),
  ttl_s: 300,
};

/** Creates a running clock that starts at NOW. */
function createRunningClock(): () => Millis {
  const startedMs = performance.now();
  return () => millis(Math.round(NOW + performance.now() - startedMs));
}

function isHello({ topic }: PublishedMessage): boolean {
  return topic.endsWith('firmware-data');
}

it('executes a fan command once, acknowledges each duplicate and remembers the command after a restart', async () => {
  const listAcknowledgments = (published: readonly PublishedMessage[]) =>
    published
      .filter(({ topic }) => topic.endsWith('fan-data'))
      .map(({ text }) => JSON.parse(text))
      .filter(({ command_id }) => command_id === 'c-1');
  const fleet = await start(createRunningClock(), { historyDays: 1 });
  await broker.waitUntil((published) => published.some(isHello));
  broker.send(formatDownTopic('PG-0502'), command);
  await broker.waitUntil((published) => listAcknowledgments(published).length === 1);
  broker.send(formatDownTopic('PG-0502'), command);
  await broker.waitUntil((published) => listAcknowledgments(published).length === 2);
  expect(listAcknowledgments(broker.published)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ v: 1, bin_number: 1, fan: 'on' })),
  );
  await fleet.stop();
  const publishedCount = broker.published.length;
  await start(createRunningClock(), { historyDays: 1 });
  await broker.waitUntil((published) => published.slice(publishedCount).some(isHello));
  broker.send(formatDownTopic('PG-0502'), command);
  await broker.waitUntil((published) => listAcknowledgments(published).length === 3);
  const windSpeeds = broker.published
    .slice(publishedCount)
    .filter(({ topic, text }) => topic.endsWith('temp-data') && text.includes('"bin_number":1,'))
    .map(({ text }) => JSON.parse(text).wind_speed);
  expect(Math.min(...windSpeeds)).toBeGreaterThan(2);
});

it('sends a reading on request', async () => {
  await start(createRunningClock(), { historyDays: 1 });
  await broker.waitUntil((published) => published.some(isHello));
  const earlierCount = listReadingTimes(broker.published).filter((at) => at >= NOW).length;
  broker.send(formatDownTopic('PG-0502'), { ...command, kind: 'request', command_id: 'r-1' });
  await broker.waitUntil(
    (published) =>
      listReadingTimes(published).filter((at) => at >= NOW).length === earlierCount + 1,
  );
});

it('disconnects a sleeping board after its report, and never connects a board that stopped reporting', async () => {
  const sleepingFleet = DEMO_FARMS.map((farm) => ({
    ...farm,
    boards: farm.boards.filter(({ firmware }) => firmware === 'sleep'),
  })).filter(({ boards }) => boards.length > 0);
  const fleet = await start(createRunningClock(), { fleet: sleepingFleet, historyDays: 1 });
  await fleet.historySent;
  await broker.waitForDisconnect();
  expect(listReadingTimes(broker.published, 'PG-0418', 2).some((at) => at >= NOW - 1000)).toBe(
    true,
  );
  expect(Math.max(...listReadingTimes(broker.published, 'PG-0419'), 0)).toBeLessThan(
    NOW - 25 * HOUR,
  );
});

it('logs a connection error once', async () => {
  broker.requireKey('another');
  await start(() => NOW);
  await broker.waitForRejections(2);
  expect(lines).toEqual(['Board PG-0502: Connection refused: Not authorized']);
});
