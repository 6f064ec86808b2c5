import { type DownCommand, decodeCommand } from '@granary/contract/commands/frame';
import { REPORTING_MS } from '@granary/domain/commands/release';
import type { CommandRequest } from '@granary/domain/commands/request';
import { HOUR, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  addFarm,
  type CustomerFixtures,
  TEST_BOARD_KEY,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { addCommand } from '../../test/support/stored-commands.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { findLastFanEvents } from '../fans/last-report-store.ts';
import { requestCommand } from './request-store.ts';
import { findLatestFanCommandOfBin } from './store.ts';

/** A frame that is not about a bin. */
const HELLO = { kind: 'hello', firmware_name: 'sleep', bin_number: undefined };

let granary: TestApp;
let mqttPort: number;
let fixtures: CustomerFixtures;
let farmId: number;
let bin: TestBin;
const boards: MqttClient[] = [];

beforeAll(async () => {
  granary = await createTestApp();
  ({ mqttPort } = await granary.start());
  fixtures = await addCustomerFixtures(granary.db);
});

beforeEach(async () => {
  // Commands are released only while the server's clock agrees with the database's.
  granary.advance(Date.now() - granary.now());
  // Fans of one farm start several seconds apart, so each test has its own farm.
  farmId = (await addFarm(granary.db, fixtures.farmer.user.id)).id;
  bin = await addBin(granary.db, farmId, { firmwareName: 'realtime' });
});

afterEach(() => {
  for (const board of boards.splice(0)) board.end(true);
});

afterAll(() => granary.dispose());

/**
 * Connects as the bin's board, subscribes, collects the commands that arrive, and then advances the clock.
 */
async function connectBoard({ mainBoardId }: TestBin, waitMs = REPORTING_MS) {
  const client = mqtt.connect({
    port: mqttPort,
    username: mainBoardId,
    password: TEST_BOARD_KEY,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  boards.push(client);
  const received: DownCommand[] = [];
  client.on('message', (_topic, payload) => {
    const command = decodeCommand(payload.toString());
    if (command !== null) received.push(command);
  });
  await new Promise((resolve) => client.once('connect', resolve));
  await client.subscribeAsync(`boards/${mainBoardId}/down`, { qos: 1 });
  granary.advance(waitMs);
  const send = (kind: string, frame: object) =>
    client.publishAsync(
      `boards/${mainBoardId}/up/${kind}`,
      JSON.stringify({ v: 1, bin_number: 1, date_time: new Date().toISOString(), ...frame }),
      { qos: 1 },
    );
  return { client, received, send };
}

function request(isOn: boolean, overrides: Partial<CommandRequest> = {}) {
  return granary.db.transaction().execute((trx) =>
    requestCommand(trx, {
      binId: bin.id,
      instruction: { kind: 'fan', isOn, runForS: isOn ? 7200 : null },
      controlType: 'manual',
      actorId: fixtures.farmer.user.id,
      address: '192.0.2.1',
      reason: '',
      expiresAt: null,
      ...overrides,
    }),
  );
}

/** Checks the boards that are due; returns how many commands the given board has received. */
function checkDueBoards({ received }: { readonly received: readonly DownCommand[] }): number {
  granary.runRepeatedJobs();
  return received.length;
}

const readNewestCommand = () =>
  granary.db
    .selectFrom('commands')
    .selectAll()
    .where('binId', '=', bin.id)
    .orderBy('queuedAt', 'desc')
    .executeTakeFirstOrThrow();

describe('a realtime board', () => {
  it('gets a command at once, confirms it and reports when the fan stops, even if its clock is in 1970', async () => {
    const board = await connectBoard(bin);
    await request(true);
    await expect.poll(() => board.received.length).toBe(1);
    const [command] = board.received;
    expect(command).toMatchObject({
      binNumber: 1,
      instruction: { kind: 'fan', isOn: true, runForS: 7200 },
    });
    expect(command?.ttlS).toBeGreaterThan(290);
    expect(await readNewestCommand()).toMatchObject({ state: 'released', attempts: 1 });
    const command_id = command?.commandId;
    await board.send('fan-data', { fan: 'on', by: 'command', command_id, date_time: 12 });
    expect(await readNewestCommand()).toMatchObject({ state: 'confirmed' });
    expect(await findLastFanEvents(granary.db, [bin.id])).toMatchObject([{ isOn: true }]);
    await board.send('fan-data', { fan: 'off', by: 'timer', command_id, date_time: 0 });
    expect(await findLastFanEvents(granary.db, [bin.id])).toMatchObject([{ isOn: false }]);
  });

  it('proves a confirmed command by the airflow in the plenum', async () => {
    await granary.db
      .updateTable('bins')
      .set({ plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 })
      .where('id', '=', bin.id)
      .execute();
    const board = await connectBoard(bin);
    await request(true);
    await expect.poll(() => board.received.length).toBe(1);
    await board.send('temp-data', { wind_speed: 5 });
    expect(await readNewestCommand()).toMatchObject({ state: 'released' });
    const command_id = board.received[0]?.commandId;
    await board.send('fan-data', { fan: 'on', by: 'command', command_id });
    await board.send('temp-data', { wind_speed: 2 });
    expect(await readNewestCommand()).toMatchObject({ state: 'confirmed' });
    await board.send('temp-data', { wind_speed: 5 });
    expect(await readNewestCommand()).toMatchObject({ state: 'proven' });
  });

  it('gets a command that was queued before it connected, and the raw data show who sent it', async () => {
    await request(false);
    const board = await connectBoard(bin);
    await expect.poll(() => board.received.length).toBe(1);
    const token = await granary.createToken(fixtures.admin);
    granary.advance(SECOND * 10);
    const { body } = await granary.call({
      method: 'POST',
      url: '/api/rawData/getFilteredData',
      token,
      body: { page: 1, limit: 10, id: bin.mainBoardId },
    });
    const { firstName } = fixtures.farmer.user;
    expect(body).toMatchObject({
      data: [{ commandDirection: 'sent', type: 'command', cause: `${firstName} Last` }],
    });
  });

  it('gets only the newest of several commands', async () => {
    await request(true);
    await request(false);
    const board = await connectBoard(bin);
    await expect.poll(() => board.received.length).toBe(1);
    expect(board.received[0]?.instruction).toMatchObject({ isOn: false });
    const states = await granary.db
      .selectFrom('commands')
      .select('state')
      .where('binId', '=', bin.id)
      .orderBy('queuedAt')
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['superseded', 'released']);
  });

  it("is not sent an ON command while its bin's fan is locked out", async () => {
    const board = await connectBoard(bin);
    await board.send('fan-data', { fan: 'off', by: 'switch', lockout: true, date_time: 0 });
    expect(await request(true)).toEqual({ kind: 'refused', block: 'lockout' });
    expect(await request(false)).toMatchObject({ kind: 'queued' });
    await board.send('fan-data', { fan: 'off', by: 'switch', lockout: false, date_time: 0 });
    expect(await request(true)).toMatchObject({ kind: 'queued' });
  });

  it('is not sent an ON command for a bin that was locked out on its previous board until it confirms an OFF command', async () => {
    const previousBoard = await connectBoard(bin);
    await previousBoard.send('fan-data', { fan: 'off', by: 'switch', lockout: true });
    const other = await addBin(granary.db, farmId, { binNumber: 2, firmwareName: 'realtime' });
    const { mainBoardId } = other;
    await granary.db.updateTable('bins').set({ mainBoardId }).where('id', '=', bin.id).execute();
    const board = await connectBoard({ ...bin, mainBoardId });
    expect(await request(true)).toEqual({ kind: 'refused', block: 'lockout' });
    await request(false);
    await expect.poll(() => checkDueBoards(board)).toBe(1);
    const command_id = board.received[0]?.commandId;
    await board.send('fan-data', { fan: 'off', by: 'command', command_id, lockout: false });
    expect(await request(true)).toMatchObject({ kind: 'queued' });
  });

  it('is not sent an ON again after someone turned the fan off at the bin', async () => {
    const board = await connectBoard(bin);
    await request(true);
    await expect.poll(() => board.received.length).toBe(1);
    await board.send('fan-data', { fan: 'off', by: 'switch', date_time: 0 });
    expect(await readNewestCommand()).toMatchObject({ state: 'failed', failure: 'overridden' });
  });

  it('is not sent a queued ON command if it reports, when it reconnects, that someone used the switch', async () => {
    await request(true);
    const board = await connectBoard(bin, 0);
    await board.send('fan-data', { fan: 'off', by: 'switch' });
    expect(await readNewestCommand()).toMatchObject({ state: 'cancelled', failure: 'overridden' });
    expect(board.received).toEqual([]);
  });

  it('cannot confirm a fan command with a report about another bin', async () => {
    const { mainBoardId } = bin;
    await addBin(granary.db, farmId, { mainBoardId, binNumber: 2, firmwareName: 'realtime' });
    const board = await connectBoard(bin);
    await request(false);
    await expect.poll(() => board.received.length).toBe(1);
    const command_id = board.received[0]?.commandId;
    await board.send('fan-data', { fan: 'off', by: 'command', command_id, bin_number: 2 });
    expect(await readNewestCommand()).toMatchObject({ state: 'released' });
  });

  it('cannot confirm a command to another board', async () => {
    const other = await connectBoard(await addBin(granary.db, bin.farmId));
    const board = await connectBoard(bin);
    await request(true);
    await expect.poll(() => board.received.length).toBe(1);
    const command_id = board.received[0]?.commandId;
    await other.send('fan-data', { fan: 'on', command_id });
    expect(await readNewestCommand()).toMatchObject({ state: 'released' });
  });

  it('answers a request with a reading', async () => {
    const board = await connectBoard(bin);
    await request(false, { instruction: { kind: 'request' } });
    await expect.poll(() => board.received.length).toBe(1);
    await board.send('temp-data', { temp_reading: [[12.5]] });
    expect(await readNewestCommand()).toMatchObject({ kind: 'request', state: 'confirmed' });
  });
});

it('starts the fans of a farm ten seconds apart', async () => {
  const other = await addBin(granary.db, farmId, { firmwareName: 'realtime' });
  const [first, second] = [await connectBoard(bin), await connectBoard(other)];
  await request(true);
  await expect.poll(() => first.received.length).toBe(1);
  await request(true, { binId: other.id });
  await request(false);
  await expect.poll(() => first.received.length).toBe(2);
  expect(second.received).toEqual([]);
  await sql`
    update commands set sent_at = sent_at - interval '10 seconds'
    where bin_id = ${bin.id}`.execute(granary.db);
  granary.advance(15 * SECOND);
  await expect.poll(() => checkDueBoards(second)).toBe(1);
});

it('sends a command to a sleeping board only after the board has reported on the bin', async () => {
  bin = await addBin(granary.db, farmId, { firmwareName: 'sleep' });
  const board = await connectBoard(bin);
  await request(true);
  await board.send('firmware-data', HELLO);
  expect(await readNewestCommand()).toMatchObject({ state: 'queued' });
  expect(board.received).toEqual([]);
  await board.send('temp-data', { temp_reading: [[12.5]] });
  await expect.poll(() => board.received.length).toBe(1);
  expect(await readNewestCommand()).toMatchObject({ state: 'released' });
});

it.each([-25, 15])(
  "sends a command to a sleeping board once per report, while the board is listening, even if the server's clock is %i s off",
  async (seconds) => {
    granary.advance(seconds * SECOND);
    bin = await addBin(granary.db, farmId, { firmwareName: 'sleep' });
    const board = await connectBoard(bin);
    const report = () => board.send('temp-data', { temp_reading: [[12.5]] });
    await report();
    granary.advance(10 * SECOND);
    await request(false);
    await board.send('firmware-data', HELLO);
    expect(checkDueBoards(board)).toBe(0);
    await report();
    await expect.poll(() => checkDueBoards(board)).toBe(1);
    await board.send('firmware-data', HELLO);
    checkDueBoards(board);
    expect(await readNewestCommand()).toMatchObject({ state: 'released', attempts: 1 });
  },
);

it('does not turn on a fan if its sleeping board reports that someone has since turned it off at the bin', async () => {
  bin = await addBin(granary.db, farmId, { firmwareName: 'sleep' });
  await request(true);
  const board = await connectBoard(bin);
  await board.send('fan-data', { fan: 'off', by: 'switch' });
  expect(await readNewestCommand()).toMatchObject({ state: 'cancelled', failure: 'overridden' });
});

it('cancels a queued ON command if someone is in or near the bin, and stores the reason', async () => {
  const at = new Date(granary.now());
  await granary.db.insertInto('binEntries').values({ binId: bin.id, openedAt: at }).execute();
  await addCommand(granary.db, bin, { queuedAt: at });
  const board = await connectBoard(bin);
  await expect.poll(readNewestCommand).toMatchObject({ state: 'cancelled', failure: 'entry' });
  expect(board.received).toEqual([]);
});

it("does not release commands while the server's and the database's clocks differ, and logs the difference", async () => {
  granary.advance(HOUR);
  const board = await connectBoard(bin);
  await request(true);
  await expect.poll(() => granary.logLines.some((line) => line.includes('clocks'))).toBe(true);
  expect(checkDueBoards(board)).toBe(0);
  // The board is checked again once the clock is corrected.
  granary.advance(-HOUR + 15 * SECOND);
  await expect.poll(() => checkDueBoards(board)).toBe(1);
});

it('finds the newest command, even after the bin was assigned to another station and the clock was set back', async () => {
  const later = new Date(Date.now() + HOUR);
  const parts = { state: 'confirmed', queuedAt: later, confirmedAt: later } as const;
  // Each bin station has its own sequence numbers.
  const oldStation = { ...bin, binNumber: 2 };
  await addCommand(granary.db, oldStation, { ...parts, seq: String(later.getTime()) });
  await request(false);
  const newest = await findLatestFanCommandOfBin(granary.db, bin.id);
  expect(newest?.instruction).toMatchObject({ isOn: false });
});

/** Starts the evaluation of marked bins; returns the bin's past and open alerts. */
function evaluateAlerts() {
  granary.runRepeatedJobs();
  return granary.db.selectFrom('alerts').select('rule').where('binId', '=', bin.id).execute();
}

/** Sets the stored time ahead, as if the database's clock had been set back since. */
const setDatabaseClockBack = () =>
  sql`update command_clock set latest_at = now() + interval '1 minute'`.execute(granary.db);

describe('after the database clock was set back by a minute', () => {
  it('an unsent ON command expires with this reason, and later commands are sent', async () => {
    await request(true);
    await sql`update commands set queued_at = queued_at - interval '2 minutes'
      where bin_id = ${bin.id}`.execute(granary.db);
    await setDatabaseClockBack();
    const board = await connectBoard(bin);
    await expect
      .poll(readNewestCommand)
      .toMatchObject({ state: 'expired', failure: 'clock-set-back' });
    expect(board.received).toEqual([]);
    await request(true);
    await expect.poll(() => checkDueBoards(board)).toBe(1);
  });

  it('an unanswered ON fails while its board is offline, but an OFF stays queued', async () => {
    const other = await addBin(granary.db, farmId, { firmwareName: 'realtime' });
    await request(false, { binId: other.id });
    const sentCommand = {
      state: 'released',
      queuedAt: new Date(granary.now()),
      attempts: 1,
    } as const;
    await addCommand(granary.db, bin, { ...sentCommand, sentAt: sentCommand.queuedAt });
    await setDatabaseClockBack();
    granary.runRepeatedJobs();
    await expect
      .poll(readNewestCommand)
      .toMatchObject({ state: 'failed', failure: 'clock-set-back' });
    await expect.poll(evaluateAlerts).toEqual([{ rule: 'command-failed' }]);
    expect((await findLatestFanCommandOfBin(granary.db, other.id))?.state).toBe('queued');
  });

  it("an unanswered OFF is sent again at once, even if the server's clock was set back too", async () => {
    const board = await connectBoard(bin);
    await request(false);
    await expect.poll(() => checkDueBoards(board)).toBe(1);
    await sql`update commands set sent_at = sent_at + interval '1 minute'
      where bin_id = ${bin.id}`.execute(granary.db);
    granary.advance(-20 * SECOND);
    await expect.poll(() => checkDueBoards(board)).toBe(2);
  });
});

it('expires a command that could not be sent in time', async () => {
  await request(true, { expiresAt: granary.now() });
  await expect.poll(async () => (await readNewestCommand()).state).toBe('expired');
  const board = await connectBoard(bin);
  await board.send('temp-data', {});
  expect(board.received).toEqual([]);
});
