import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { createPublishTemplate } from '@granary/simulator/load/packets';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  addFarm,
  addUser,
  type CustomerFixtures,
  TEST_BOARD_KEY,
} from '../../../test/support/fixtures.ts';
import {
  createReadingBody,
  IngestFeed,
  readRawFrames,
  readReadingTimes,
} from '../../../test/support/ingest-feed.ts';
import { RawMqttClient } from '../../../test/support/mqtt-gateway.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { addCommand } from '../../../test/support/stored-commands.ts';
import { createTestApp, TEST_START, type TestApp } from '../../../test/support/test-app.ts';
import type { ServerPorts } from '../../app/wire-server.ts';
import { claimBoard } from '../../boards/assignment-store.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';
import { createBin } from '../add-bins.ts';
import { restoreBin } from './restore-bins.ts';
import { purgeBins } from './store.ts';

let granary: TestApp;
let ports: ServerPorts;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  ports = await granary.start();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

async function deleteBin(user: UserRow, id: number, testApp: TestApp = granary) {
  const token = await testApp.createToken(user);
  const url = '/api/board/deleteBinSensor';
  return testApp.call({ method: 'DELETE', url, token, body: { id: String(id) } });
}

/** Adds another bin to the board of the given bin. */
function addBinToBoard(bin: { farmId: number; mainBoardId: string }, binNumber: number) {
  const row = { farmId: bin.farmId, mainBoardId: bin.mainBoardId, binNumber, name: 'Second' };
  return granary.db.transaction().execute((trx) => createBin(trx, row, [], new Date(0)));
}

const restore = (id: number) =>
  restoreBin(granary.db, id, { actor: null, address: '', at: granary.now() });

async function readKeyHash(board: string) {
  const boards = granary.db.selectFrom('mainBoards').select('keyHash').where('id', '=', board);
  return (await boards.executeTakeFirstOrThrow()).keyHash;
}

const connect = (board: string) => RawMqttClient.connect(ports.mqttPort, board, TEST_BOARD_KEY);

let packetId = 0;
let secondsAgo = 0;

/** Publishes a reading with a new timestamp, and waits until the server acknowledges it. */
async function send(client: RawMqttClient, board: string, binNumber: number): Promise<void> {
  const payload = JSON.stringify(createReadingBody(binNumber, TEST_START - ++secondsAgo * 1000));
  const { bytes, packetIdOffset } = createPublishTemplate(
    `boards/${board}/up/temp-data`,
    Buffer.from(payload),
  );
  const id = ++packetId;
  bytes.writeUInt16BE(id, packetIdOffset);
  client.write(bytes);
  await client.waitForCondition(() => client.acknowledgedIds.includes(id));
}

describe('deleting a bin', () => {
  it('can be done only once, only by staff, and is recorded in the audit log', async () => {
    const { user, bin } = fixtures.farmer;
    expect((await deleteBin(user, bin.id)).status).toBe(403);
    const response = await deleteBin(fixtures.distributor, bin.id);
    expect(response).toMatchObject({ status: 200, body: { RESP_MSG: 'Bin Sensor Deleted!' } });
    expect((await deleteBin(fixtures.distributor, bin.id)).status).toBe(404);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'act', 'ownerId', 'changes'])
      .where('subject', '=', 'bin')
      .where('subjectId', '=', String(bin.id))
      .execute();
    expect(entries).toMatchObject([
      { actorId: fixtures.distributor.id, act: 'deleted', ownerId: user.id },
    ]);
    expect(entries[0]?.changes).toContainEqual({
      field: 'bin_topic',
      before: bin.mainBoardId,
      after: null,
    });
  });

  it('disconnects a board that has no other bins, and revokes its key', async () => {
    const { mainBoardId, id } = fixtures.farmer.bin;
    const [client, other] = [
      await connect(mainBoardId),
      await connect(fixtures.sibling.bin.mainBoardId),
    ];
    expect(client.connack).toBe(0);
    await deleteBin(fixtures.distributor, id);
    await client.waitForCondition(() => false);
    expect(client.isClosed).toBe(true);
    const reconnected = await connect(mainBoardId);
    expect(reconnected.connack).not.toBe(0);
    expect(other.isClosed).toBe(false);
    other.close();
  });

  it('leaves a board that has other bins connected, and does not revoke its key', async () => {
    const { bin } = fixtures.farmer;
    const board = bin.mainBoardId;
    const secondBinId = await addBinToBoard(bin, 2);
    const client = await connect(board);
    await send(client, board, 1);
    await deleteBin(fixtures.distributor, bin.id);
    // Ingest is notified a moment later, and stores the bin's readings until then.
    await expect
      .poll(async () => {
        await send(client, board, 1);
        return (await readRawFrames(granary.db, board)).at(-1)?.reason;
      })
      .toBe('this board has no bin 1');
    const storedTimes = await readReadingTimes(granary.db, bin.id);
    await send(client, board, 1);
    await send(client, board, 2);
    expect(await readReadingTimes(granary.db, bin.id)).toEqual(storedTimes);
    expect(await readReadingTimes(granary.db, secondBinId)).toHaveLength(1);
    expect(client.isClosed).toBe(false);
    client.close();
    expect(await readKeyHash(board)).not.toBeNull();
    await deleteBin(fixtures.distributor, secondBinId);
    expect(await readKeyHash(board)).toBeNull();
  });

  it('revokes the key when the last two bins are deleted at the same time', async () => {
    const { bin } = fixtures.farmer;
    const secondBinId = await addBinToBoard(bin, 2);
    const responses = await Promise.all(
      [bin.id, secondBinId].map((id) => deleteBin(fixtures.admin, id)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readKeyHash(bin.mainBoardId)).toBeNull();
  });

  it('ends the commands of the bin, including sent ones, so that none is sent again', async () => {
    const { id, mainBoardId } = fixtures.farmer.bin;
    await addCommand(granary.db, { id, mainBoardId });
    await addCommand(
      granary.db,
      { id, mainBoardId },
      { state: 'released', releasedAt: new Date(TEST_START) },
    );
    await deleteBin(fixtures.distributor, id);
    const rows = await granary.db
      .selectFrom('commands')
      .select('state')
      .where('binId', '=', id)
      .orderBy('state')
      .execute();
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'superseded']);
  });

  it('keeps its last OFF command if its board is assigned to another farm, unless that farm has another owner', async () => {
    const { id, mainBoardId } = fixtures.farmer.bin;
    const instruction = JSON.stringify({ kind: 'fan', isOn: false, runForS: null });
    const offId = await addCommand(granary.db, { id, mainBoardId }, { instruction });
    await deleteBin(fixtures.distributor, id);
    const assignTo = async (farmId: number) => {
      const at = new Date(granary.now());
      await granary.db.transaction().execute((trx) => claimBoard(trx, { mainBoardId, farmId, at }));
      const commands = granary.db.selectFrom('commands').select('state').where('id', '=', offId);
      return (await commands.executeTakeFirstOrThrow()).state;
    };
    expect(await assignTo((await addFarm(granary.db, fixtures.farmer.user.id)).id)).toBe('queued');
    expect(await assignTo(fixtures.sibling.farm.id)).toBe('cancelled');
  });

  it("detaches its farm's outdoor sensor if the sensor is wired to the bin", async () => {
    const { user, farm, bin } = fixtures.farmer;
    await granary.db
      .updateTable('farms')
      .set({ ambientSensorAttached: true, ambientBinId: bin.id })
      .where('id', '=', farm.id)
      .execute();
    const readAmbientBin = async () => {
      const token = await granary.createToken(user);
      const response = await granary.call({ url: `/api/farm/getFarm?farm_id=${farm.id}`, token });
      return (response.body.RESP_MSG as Record<string, unknown>)['bin_id_for_channel_8_readings'];
    };
    expect(await readAmbientBin()).toBe(String(bin.id));
    await deleteBin(fixtures.distributor, bin.id);
    expect(await readAmbientBin()).toBeNull();
    await restore(bin.id);
    expect(await readAmbientBin()).toBe(String(bin.id));
  });

  it('ends live updates of the bin', async () => {
    const { user, bin } = fixtures.farmer;
    const socket: Socket = io(`http://127.0.0.1:${ports.httpPort}`, {
      transports: ['websocket'],
      reconnection: false,
      auth: { token: await granary.createToken(user) },
    });
    const watch = (request: unknown) => socket.emitWithAck('watch', request);
    expect(await watch({ bins: [String(bin.id)] })).toMatchObject({ ok: true });
    await deleteBin(fixtures.distributor, bin.id);
    expect(await watch({ bins: [String(bin.id)] })).toMatchObject({ ok: false });
    await restore(bin.id);
    expect(await watch({ bins: [String(bin.id)] })).toMatchObject({ ok: true });
    socket.disconnect();
  });
});

describe('restoring a bin', () => {
  it('reports the boards that need a key, and notifies ingest', async () => {
    const { bin } = fixtures.farmer;
    await deleteBin(fixtures.distributor, bin.id);
    const outcome = await restore(bin.id);
    expect(outcome).toMatchObject({
      bins: [{ id: bin.id }],
      notRestored: [],
      boardsWithoutKey: [bin.mainBoardId],
    });
    expect(await restore(bin.id)).toBe('not-deleted');
    await granary.db
      .updateTable('mainBoards')
      .set({ keyHash: await readKeyHash(fixtures.sibling.bin.mainBoardId) })
      .where('id', '=', bin.mainBoardId)
      .execute();
    // The revocation of the key on deletion may still disconnect the first client.
    await expect
      .poll(async () => {
        const client = await connect(bin.mainBoardId);
        await send(client, bin.mainBoardId, 1);
        client.close();
        return readReadingTimes(granary.db, bin.id);
      })
      .toHaveLength(1);
  });

  it('is refused if its bin station is taken', async () => {
    const { bin } = fixtures.farmer;
    await deleteBin(fixtures.distributor, bin.id);
    const newBinId = await addBinToBoard(bin, 1);
    const outcome = await restore(bin.id);
    expect(outcome).toMatchObject({ bins: [], notRestored: [{ obstacle: 'station-taken' }] });
    await deleteBin(fixtures.distributor, newBinId);
    expect(await restore(bin.id)).toMatchObject({ bins: [{ id: bin.id }] });
  });

  it('is refused while its board serves another farm, and reassigns the board afterward', async () => {
    const { bin } = fixtures.farmer;
    const { mainBoardId } = bin;
    await deleteBin(fixtures.distributor, bin.id);
    const farmId = fixtures.sibling.farm.id;
    const set = { farmId };
    await granary.db.updateTable('mainBoards').set(set).where('id', '=', mainBoardId).execute();
    const newBinId = await addBinToBoard({ farmId, mainBoardId }, 2);
    const refused = await restore(bin.id);
    expect(refused).toMatchObject({
      bins: [],
      notRestored: [{ obstacle: 'board-on-another-farm' }],
    });
    await deleteBin(fixtures.distributor, newBinId);
    expect(await restore(bin.id)).toMatchObject({ notRestored: [] });
    const board = await granary.db
      .selectFrom('mainBoards')
      .select('farmId')
      .where('id', '=', mainBoardId)
      .executeTakeFirstOrThrow();
    expect(board.farmId).toBe(bin.farmId);
  });
});

describe('purging bins', () => {
  it('deletes all their data, and no data of other bins', async () => {
    const { db } = granary;
    const { bin } = fixtures.farmer;
    const { id, mainBoardId } = bin;
    const report = { date_time: '2026-07-01T11:00:00Z', temp_reading: [[20, 21]] };
    await storeReports(db, bin, [report], granary.now());
    await storeReports(db, fixtures.sibling.bin, [report], granary.now());
    const now = granary.now();
    const feed = new IngestFeed(db);
    const date_time = new Date(now).toISOString();
    const fan = { v: 1, bin_number: bin.binNumber, fan: 'on', date_time };
    await feed.send(
      { board: mainBoardId, at: now, kind: 'fan-data', body: fan },
      // A future timestamp is stored in its own table.
      { board: mainBoardId, at: now, body: createReadingBody(bin.binNumber, now + HOUR) },
    );
    const at = new Date(now);
    await db.insertInto('binLoads').values({ binId: id, at, type: 'load', volume: 1 }).execute();
    const deletedLoad = { id: 1, binId: id, at, type: 'load', volume: 1, version: 1 } as const;
    await db
      .insertInto('deletedBinLoads')
      .values({ ...deletedLoad, deletedAt: at })
      .execute();
    await db
      .insertInto('sensorStatuses')
      .values({ binId: id, cable: 1, position: 1, status: 'mute' })
      .execute();
    await addCommand(db, { id, mainBoardId });
    await db.insertInto('fanSchedules').values({ binId: id }).execute();
    await db
      .insertInto('fanSlots')
      .values({ binId: id, weekday: 'monday', onTime: '06:00', offTime: '08:00' })
      .execute();
    await db
      .insertInto('cableConfigurations')
      .values({ binId: id, commands: ['setF72010000'], createdAt: at })
      .execute();
    const alert = { binId: id, rule: 'temperature', severity: 'critical' } as const;
    await db
      .insertInto('alerts')
      .values({ ...alert, since: at, raisedAt: at, sensors: '[]' })
      .execute();
    await db
      .updateTable('farms')
      .set({ ambientBinId: id })
      .where('id', '=', fixtures.farmer.farm.id)
      .execute();
    const countRows = async (binId: number) => {
      const { rows: tables } = await sql<{ name: string }>`
        select table_name as name from information_schema.columns
        where column_name = 'bin_id' and table_schema = 'public'
          and table_name not like 'readings\\_%'
          -- Alert evaluation can write to these at any time, and a bin with people inside cannot be deleted.
          and table_name not in (
            'alert_marks', 'alert_memories', 'bin_states', 'day_means', 'bin_entries')
        order by 1`.execute(db);
      const counts: Record<string, number> = {};
      for (const { name } of tables) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from ${sql.table(name)} where bin_id = ${binId}`.execute(
          db,
        );
        counts[name] = rows[0]?.count ?? 0;
      }
      return counts;
    };
    const before = await countRows(id);
    expect(Object.values(before).every((count) => count > 0)).toBe(true);
    const others = await countRows(fixtures.sibling.bin.id);
    await deleteBin(fixtures.distributor, id);
    await db.insertInto('dayMeans').values({ binId: id, day: '2026-06-30' }).execute();
    await purgeBins(db, new Date(granary.now() + MINUTE), new AbortController().signal);
    const means = await db.selectFrom('dayMeans').where('binId', '=', id).selectAll().execute();
    expect(means).toEqual([]);
    expect(Object.values(await countRows(id)).every((count) => count === 0)).toBe(true);
    expect(await countRows(fixtures.sibling.bin.id)).toEqual(others);
    const remainingBoards = await db
      .selectFrom('mainBoards')
      .select('id')
      .where('id', '=', mainBoardId)
      .execute();
    expect(remainingBoards).toEqual([]);
    expect(await restore(id)).toBe('not-deleted');
  });

  it('happens thirty days after their deletion', async () => {
    const testApp = await createTestApp();
    const token = await testApp.createToken(await addUser(testApp.db, 'admin'));
    const owner = await addUser(testApp.db, 'user');
    const farms: number[] = [];
    for (let hour = 0; hour < 2; hour++) {
      const { id } = await addFarm(testApp.db, owner.id);
      await addBin(testApp.db, id);
      farms.push(id);
      const body = { id: String(id) };
      await testApp.call({ method: 'DELETE', url: '/api/farm/deleteFarm', token, body });
      testApp.advance(HOUR);
    }
    testApp.advance(30 * DAY - 2 * HOUR + MINUTE);
    await testApp.start();
    const readRemainingIds = async () => {
      const bins = await testApp.db.selectFrom('bins').select('farmId').execute();
      const rows = await testApp.db.selectFrom('farms').select('id').execute();
      return [bins.map(({ farmId }) => farmId), rows.map(({ id }) => id)];
    };
    const [, second] = farms;
    await expect.poll(readRemainingIds).toEqual([[second], [second]]);
    await testApp.dispose();
  });
});
