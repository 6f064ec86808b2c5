import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downTopic } from '@granary/contract/boards/topics';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Published, startBroker, type TestBroker } from '../test/support/broker.ts';
import { DEMO_FLEET } from './demo/fleet.ts';
import { type RunningFleet, startFleet } from './fleet.ts';

const NOW = millis(Date.UTC(2026, 9, 14, 19, 5));
const neighborFleet = DEMO_FLEET.filter(({ owner }) => owner === 'neighbor');
const KEY = 'test-key';

let broker: TestBroker;
let folder = '';
let lines: string[] = [];
let running: RunningFleet | null = null;

beforeEach(async () => {
  broker = await startBroker();
  folder = await mkdtemp(join(tmpdir(), 'granary-fleet-'));
  lines = [];
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await broker.stop();
  await rm(folder, { recursive: true });
});

async function start(now: () => Millis, changes: Partial<Parameters<typeof startFleet>[0]> = {}) {
  running = await startFleet({
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
    ...changes,
  });
  return running;
}

function readings(published: readonly Published[], mainBoardId = 'PG-0502', bin = 1) {
  return published
    .filter(({ topic }) => topic === `boards/${mainBoardId}/up/temp-data`)
    .map(({ text }) => JSON.parse(text))
    .filter((payload) => payload.bin_number === bin)
    .map((payload) => Date.parse(payload.date_time) || payload.date_time * 1000);
}

it('sends a hello, reports each bin at once and sends the history newest week first', async () => {
  const { historySent } = await start(() => NOW);
  await historySent;
  const hello = broker.published.find(({ topic }) => topic.endsWith('firmware-data'));
  expect(JSON.parse(hello?.text ?? '')).toMatchObject({
    v: 1,
    kind: 'hello',
    firmware_name: 'realtime',
  });
  const instants = readings(broker.published).filter((at) => at !== NOW);
  expect(readings(broker.published, 'PG-0502', 2)).toContain(NOW);
  expect(new Set(instants).size).toBe(instants.length);
  const toWeek = (at: number) => Math.floor((NOW - at - 1) / (7 * 24 * HOUR));
  const weeks = instants.map(toWeek);
  expect(weeks).toEqual([...weeks].sort((a, b) => a - b));
  expect(new Set(weeks)).toEqual(new Set([0, 1, 2]));
  expect(lines.at(-1)).toMatch(/^History: done, [\d,]+ frames in \d+ s$/);
  expect(lines).toContain('History: 33 % sent');
});

it('sends readings for the time between two runs, but the history only once', async () => {
  const first = await start(() => NOW);
  await first.historySent;
  await first.stop();
  broker.published.length = 0;
  const later = millis(NOW + 3 * HOUR);
  const second = await start(() => later);
  await second.historySent;
  await second.stop();
  const instants = readings(broker.published).sort((a, b) => a - b);
  expect(instants.every((at) => at > NOW && at <= later)).toBe(true);
  expect(instants).toHaveLength(18 + 1);
  expect(instants[0]).toBe(NOW + 5 * MINUTE);
});

it('continues the history after a stop', async () => {
  const first = await start(() => NOW);
  await broker.until((published) => published.length > 600);
  await first.stop();
  await expect(first.historySent).rejects.toThrow(/closed|stopped/);
  const second = await start(() => NOW);
  await second.historySent;
  const all = new Set(readings(broker.published));
  expect(all.size).toBeGreaterThan(20 * 24 + 144 - 6);
  expect(readings(broker.published).length).toBeLessThan(2 * all.size);
});

it('sends unacknowledged frames again after a disconnect', async () => {
  const fleet = await start(() => NOW);
  await broker.until((published) => published.length > 100);
  broker.holdAcknowledgments(true);
  await broker.waitForHeld(30);
  broker.breakConnections();
  broker.holdAcknowledgments(false);
  await fleet.historySent;
  expect(new Set(readings(broker.published)).size).toBeGreaterThan(20 * 24 + 144 - 6);
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

/** A running clock that starts at NOW. */
function createRunningClock(): () => Millis {
  const startedMs = performance.now();
  return () => millis(Math.round(NOW + performance.now() - startedMs));
}

function isHello({ topic }: Published): boolean {
  return topic.endsWith('firmware-data');
}

it('executes a fan command once, acknowledges each repeat and remembers it', async () => {
  const acknowledgments = (published: readonly Published[]) =>
    published
      .filter(({ topic }) => topic.endsWith('fan-data'))
      .map(({ text }) => JSON.parse(text))
      .filter(({ command_id }) => command_id === 'c-1');
  const fleet = await start(createRunningClock(), { historyDays: 1 });
  await broker.until((published) => published.some(isHello));
  broker.send(downTopic('PG-0502'), command);
  await broker.until((published) => acknowledgments(published).length === 1);
  broker.send(downTopic('PG-0502'), command);
  await broker.until((published) => acknowledgments(published).length === 2);
  expect(acknowledgments(broker.published)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ v: 1, bin_number: 1, fan: 'on' })),
  );
  await fleet.stop();
  const after = broker.published.length;
  await start(createRunningClock(), { historyDays: 1 });
  await broker.until((published) => published.slice(after).some(isHello));
  broker.send(downTopic('PG-0502'), command);
  await broker.until((published) => acknowledgments(published).length === 3);
  const windSpeeds = broker.published
    .slice(after)
    .filter(({ topic, text }) => topic.endsWith('temp-data') && text.includes('"bin_number":1,'))
    .map(({ text }) => JSON.parse(text).wind_speed);
  expect(Math.min(...windSpeeds)).toBeGreaterThan(2);
});

it('sends a reading on request', async () => {
  await start(createRunningClock(), { historyDays: 1 });
  await broker.until((published) => published.some(isHello));
  const before = readings(broker.published).filter((at) => at >= NOW).length;
  broker.send(downTopic('PG-0502'), { ...command, kind: 'request', command_id: 'r-1' });
  await broker.until(
    (published) => readings(published).filter((at) => at >= NOW).length === before + 1,
  );
});

it('disconnects a sleeping board after its report, and never connects a dead one', async () => {
  const sleepingFleet = DEMO_FLEET.map((farm) => ({
    ...farm,
    boards: farm.boards.filter(({ firmware }) => firmware === 'sleep'),
  })).filter(({ boards }) => boards.length > 0);
  const fleet = await start(createRunningClock(), { fleet: sleepingFleet, historyDays: 1 });
  await fleet.historySent;
  await broker.waitForDisconnect();
  expect(readings(broker.published, 'PG-0418', 2).some((at) => at >= NOW - 1000)).toBe(true);
  expect(Math.max(...readings(broker.published, 'PG-0419'), 0)).toBeLessThan(NOW - 25 * HOUR);
});

it('logs a connection error once', async () => {
  broker.requireKey('another');
  await start(() => NOW);
  await broker.waitForRejected(2);
  expect(lines).toEqual(['Board PG-0502: Connection refused: Not authorized']);
});
