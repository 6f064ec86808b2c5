import { READING_EVENT, WATCH_EVENT } from '@granary/contract/readings/live';
import { MINUTE } from '@granary/domain/units';
import mqtt from 'mqtt';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Caller, createApiCall } from '../../test/support/api-calls.ts';
import {
  addCustomerFixtures,
  type CustomerFixtures,
  TEST_BOARD_KEY,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

const callAs = createApiCall(() => granary);

describe('distributors', () => {
  it('are listed for admins, with the number of their customers', async () => {
    const list = await callAs(fixtures.admin, 'GET', 'user/getDistributorList');
    const { id, email, firstName } = fixtures.distributor;
    expect(list.body.RESP_MSG).toContainEqual({
      id: String(id),
      _id: String(id),
      email,
      first_name: firstName,
      last_name: 'Last',
      phone: '',
      city: '',
      state: '',
      country: '',
      customer_count: 2,
    });
  });

  it('have their customers listed for admins', async () => {
    const list = (id: number) => callAs(fixtures.admin, 'GET', `user/getUsersByDistributor/${id}`);
    const customers = (await list(fixtures.distributor.id)).body.RESP_MSG as unknown[];
    expect(customers).toHaveLength(2);
    for (const customer of [
      { id: String(fixtures.farmer.user.id), farm_count: 1, bin_count: 1 },
      { id: String(fixtures.sibling.user.id) },
    ]) {
      expect(customers).toContainEqual(expect.objectContaining(customer));
    }
    expect((await list(fixtures.farmer.user.id)).status).toBe(404);
    expect((await list(2_000_000_000)).status).toBe(404);
  });

  it('can list only their own customers', async () => {
    const { admin, distributor, otherDistributor, farmer } = fixtures;
    const list = (who: Caller, id: number) =>
      callAs(who, 'GET', `user/getUsersByDistributor/${id}`);
    const own = await list(distributor, distributor.id);
    expect(own.status).toBe(200);
    expect(own.body.RESP_MSG).toEqual((await list(admin, distributor.id)).body.RESP_MSG);
    expect((await list(distributor, otherDistributor.id)).status).toBe(404);
    expect((await list(distributor, farmer.user.id)).status).toBe(404);
    expect((await list(farmer.user, distributor.id)).status).toBe(403);
  });
});

describe('moving a customer', () => {
  const loadCustomer = (id: number) =>
    granary.db
      .selectFrom('users')
      .select('distributorId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const move = (to: number | null, id = fixtures.farmer.user.id, who: Caller = fixtures.admin) =>
    callAs(who, 'POST', 'user/assignDistributor', {
      user_id: String(id),
      distributor_id: to === null ? null : String(to),
    });
  const canSeeBin = async (who: Exclude<Caller, string>) =>
    (await callAs(who, 'GET', `board/getBinSensor?id=${fixtures.farmer.bin.id}`)).status === 200;

  it('immediately gives only the new distributor access to their farms and bins', async () => {
    const { distributor, otherDistributor } = fixtures;
    expect((await move(otherDistributor.id)).body.RESP_MSG).toBe(
      "The customer's distributor has been changed.",
    );
    expect([await canSeeBin(distributor), await canSeeBin(otherDistributor)]).toEqual([
      false,
      true,
    ]);
    await move(null);
    expect([await canSeeBin(distributor), await canSeeBin(otherDistributor)]).toEqual([
      false,
      false,
    ]);
  });

  it('sends their live readings to the new distributor', async () => {
    const { distributor, otherDistributor, farmer } = fixtures;
    const { httpPort, mqttPort } = await granary.start();
    const receivers: string[] = [];
    const watch = async (name: string, who: Exclude<Caller, string>) => {
      const auth = { token: await granary.createToken(who) };
      const socket = io(`http://127.0.0.1:${httpPort}`, { auth, transports: ['websocket'] });
      socket.on(READING_EVENT, () => receivers.push(name));
      expect(await socket.emitWithAck(WATCH_EVENT, { all: true })).toMatchObject({ ok: true });
      return socket;
    };
    const sockets = [await watch('old', distributor), await watch('new', otherDistributor)];
    const username = farmer.bin.mainBoardId;
    const board = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      username,
      password: TEST_BOARD_KEY,
    });
    const report = async (minute: number) => {
      const before = receivers.length;
      const at = new Date(granary.now() - minute * MINUTE).toISOString();
      const frame = { v: 1, bin_number: 1, date_time: at, temp_reading: [[20]] };
      const topic = `boards/${username}/up/temp-data`;
      await board.publishAsync(topic, JSON.stringify(frame), { qos: 1 });
      await vi.waitUntil(() => receivers.length > before);
    };
    await report(60);
    expect(receivers).toEqual(['old']);
    await move(otherDistributor.id);
    // Ingest is notified of the move a moment later.
    for (let minute = 59; !receivers.includes('new'); minute--) await report(minute);
    receivers.length = 0;
    await report(0);
    expect(receivers).toEqual(['new']);
    for (const socket of sockets) socket.close();
    await board.endAsync();
  });

  it('is refused for accounts with the wrong role', async () => {
    const { admin, distributor, farmer, sibling } = fixtures;
    for (const to of [sibling.user.id, admin.id, 2_000_000_000]) {
      expect(await move(to), String(to)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'distributor_id' }] },
      });
    }
    for (const id of [admin.id, distributor.id]) {
      expect(await move(distributor.id, id)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'user_id' }] },
      });
    }
    expect((await loadCustomer(farmer.user.id)).distributorId).toBe(distributor.id);
  });

  it('is refused if someone else has since moved them', async () => {
    const { admin, distributor, otherDistributor, farmer } = fixtures;
    const requestMove = (distributor_id: string | null, last_distributor_id: string | null) =>
      callAs(admin, 'POST', 'user/assignDistributor', {
        user_id: String(farmer.user.id),
        distributor_id,
        last_distributor_id,
      });
    const [distributorId, otherDistributorId] = [distributor, otherDistributor].map(({ id }) =>
      String(id),
    );
    expect((await requestMove(`${otherDistributorId}`, `${distributorId}`)).status).toBe(200);
    expect(await requestMove(null, `${distributorId}`)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'distributor_id' }] },
    });
    expect((await loadCustomer(farmer.user.id)).distributorId).toBe(otherDistributor.id);
    expect((await requestMove(null, `${otherDistributorId}`)).status).toBe(200);
    expect((await requestMove(`${distributorId}`, null)).status).toBe(200);
  });

  it('is recorded with the names of the distributors', async () => {
    const { distributor, otherDistributor, farmer } = fixtures;
    await move(otherDistributor.id);
    await move(otherDistributor.id);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subjectId', '=', String(farmer.user.id))
      .execute();
    const [before, after] = [distributor, otherDistributor].map((row) => `${row.firstName} Last`);
    expect(entries).toMatchObject([{ changes: [{ field: 'distributor', before, after }] }]);
  });
});
