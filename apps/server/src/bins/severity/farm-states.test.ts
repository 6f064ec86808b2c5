import type { User } from '@granary/contract/accounts/http';
import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../../test/support/store-reports.ts';
import { storeStates } from '../../../test/support/store-states.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

let granary: TestApp;
let distributor: Pick<User, 'id'>;
let token: string;

beforeAll(async () => {
  granary = await createTestApp();
  const account = await addUser(granary.db, 'distributor');
  distributor = account;
  token = await granary.createToken(account);
});

afterAll(() => granary.dispose());

type Wire = Readonly<Record<string, unknown>>;

/** Fetches the states that a user sees, by farm. */
async function fetchStates(
  userToken = token,
  path = 'user/getCustomerStates',
): Promise<Map<unknown, Wire>> {
  await storeStates(granary.db, granary.now());
  const response = await granary.call({ url: `/api/${path}`, token: userToken });
  expect(response.status).toBe(200);
  return new Map((response.body.RESP_MSG as Wire[]).map((state) => [state['farm_id'], state]));
}

async function addCustomerWithFarm() {
  const user = await addUser(granary.db, 'user', { distributorId: distributor.id });
  const farm = await addFarm(granary.db, user.id);
  const fetchState = async () => (await fetchStates()).get(String(farm.id));
  return { user, userId: user.id, farmId: farm.id, state: fetchState };
}

const formatTimeAgo = (ago: number) => new Date(granary.now() - ago).toISOString();

/** Stores one report from a bin, a minute old and cool by default. */
function report(bin: TestBin, parts: Partial<Report> = {}): Promise<void> {
  const cool = { temp_reading: [[4, 4, 4]], humidity_readings: [[50, 50, 50]] };
  return storeReports(
    granary.db,
    bin,
    [{ date_time: formatTimeAgo(MINUTE), ...cool, ...parts }],
    granary.now(),
  );
}

/** Cool grain, and the given temperature at the bottom sensor of the first cable. */
const hotBottomSensor = (temperature: number) => ({
  temp_reading: [
    [4, 4, temperature],
    [4, 4, 4],
    [4, 4, 4],
  ],
});

/** Stores two reports from a bin with three cables: one 61 minutes old and one a minute old. */
async function reportHotSpot(bin: TestBin, temperature: number): Promise<void> {
  for (const ago of [HOUR + MINUTE, MINUTE]) {
    await report(bin, { date_time: formatTimeAgo(ago), ...hotBottomSensor(temperature) });
  }
}

const zeroCounts = { grave: 0, warn: 0, silent: 0, watch: 0, unknown: 0, ok: 0 };

describe('the states of bins by farm', () => {
  it('are counted, with the worst finding, its bin and its values', async () => {
    const { userId, farmId, state } = await addCustomerWithFarm();
    const other = await addFarm(granary.db, userId);
    const add = (name: string, farm = farmId) =>
      addBin(granary.db, farm, { name, temperatureUnit: 'f' }, [{}]);
    await report(await add('Cool'));
    await report(await add('Cool too'));
    await report(await add('Offline'), { date_time: formatTimeAgo(26 * HOUR) });
    await report(await add('Broken'), { any_error: 1 });
    const hot = await addBin(granary.db, farmId, { name: 'Hot', temperatureUnit: 'f' }, [
      { name: 'North' },
      {},
      {},
    ]);
    await reportHotSpot(hot, 12.5);
    const since = new Date(granary.now() - HOUR);
    const alert = { rule: 'hot-spot', severity: 'critical', value: 8.5, limitValue: 5 } as const;
    await granary.db
      .insertInto('alerts')
      .values({ binId: hot.id, ...alert, since, raisedAt: since, sensors: '[]' })
      .execute();
    await add('New');
    await report(await add('On another farm', other.id));
    const deletedBin = await add('Gone');
    await report(deletedBin, { any_error: 1 });
    const deletedAt = new Date(granary.now());
    await granary.db
      .updateTable('bins')
      .set({ deletedAt })
      .where('id', '=', deletedBin.id)
      .execute();
    expect(await state()).toEqual({
      farm_id: String(farmId),
      user_id: String(userId),
      counts: { ...zeroCounts, ok: 2, silent: 1, warn: 1, grave: 1, unknown: 1 },
      worst: {
        bin_id: String(hot.id),
        bin_name: 'Hot',
        temp_unit: 'f',
        date_time: formatTimeAgo(MINUTE),
        cable_names: [{ cable: 1, cable_name: 'North' }],
        hot_since: { cable: 1, day: formatTimeAgo(MINUTE).slice(0, 10), rate_per_day: null },
        finding: {
          kind: 'hot-spot',
          cable: 1,
          position: 3,
          depth: 3,
          temperature: 12.5,
          excess: 8.5,
          limit: 5,
          co2: null,
          alerts: [
            {
              rule: 'hot-spot',
              severity: 'critical',
              since: formatTimeAgo(HOUR),
              value: 8.5,
              limit: 5,
              sensor: null,
            },
          ],
        },
      },
    });
    expect((await fetchStates()).get(String(other.id))).toMatchObject({
      counts: { ...zeroCounts, ok: 1 },
      worst: null,
    });
  });

  it('follow changes to sensors and cables', async () => {
    const { farmId, state } = await addCustomerWithFarm();
    const bin = await addBin(granary.db, farmId, { size: 1000 }, [{}, {}, {}]);
    await reportHotSpot(bin, 12.5);
    const readWorst = async () => (await state())?.['worst'];
    expect(await readWorst()).toMatchObject({ finding: { kind: 'hot-spot' } });
    await granary.db
      .insertInto('sensorStatuses')
      .values({ binId: bin.id, cable: 1, position: 3, status: 'mute' })
      .execute();
    expect(await readWorst()).toBeNull();
    await granary.db
      .updateTable('cables')
      .set({ cableId: -1 })
      .where('binId', '=', bin.id)
      .where('cable', '=', 1)
      .execute();
    expect(await readWorst()).toMatchObject({ finding: { kind: 'cable-address', cables: [1] } });
  });

  it('ignore the battery value of a bin without a battery', async () => {
    const { farmId, state } = await addCustomerWithFarm();
    const bin = await addBin(granary.db, farmId, { batteryAttached: false }, [{}]);
    const reportLowBattery = (ago: number) =>
      report(bin, { date_time: formatTimeAgo(ago), battery: 5 });
    await reportLowBattery(1.5 * HOUR);
    expect(await state()).toMatchObject({ counts: { ...zeroCounts, ok: 1 }, worst: null });
    await granary.db.updateTable('bins').set({ batteryAttached: true }).execute();
    for (const ago of [HOUR + MINUTE, MINUTE]) await reportLowBattery(ago);
    expect(await state()).toMatchObject({
      worst: { finding: { kind: 'battery-low', percent: 5 } },
    });
  });

  it('omit farms without bins; a bin without readings is unknown', async () => {
    const { farmId, state } = await addCustomerWithFarm();
    expect(await state()).toBeUndefined();
    await addBin(granary.db, farmId);
    expect(await state()).toMatchObject({
      counts: { ...zeroCounts, unknown: 1 },
      worst: { date_time: null, finding: { kind: 'never-read' } },
    });
  });

  it('are visible to farmers for their own farms, to distributors for their customers, and to admins for all customers', async () => {
    const { user, farmId } = await addCustomerWithFarm();
    await addBin(granary.db, farmId);
    const stranger = await addUser(granary.db, 'distributor');
    expect(await fetchStates(await granary.createToken(stranger))).toEqual(new Map());
    const admin = await addUser(granary.db, 'admin');
    expect((await fetchStates(await granary.createToken(admin))).size).toBeGreaterThan(1);
    const ownStates = await fetchStates(
      await granary.createToken(user),
      `farm/getFarmStates?user_id=${user.id}`,
    );
    expect([...ownStates.keys()]).toEqual([String(farmId)]);
  });

  it('are unknown until a bin is evaluated', async () => {
    const { user, farmId } = await addCustomerWithFarm();
    await report(await addBin(granary.db, farmId));
    const ask = async () =>
      granary.call({
        url: `/api/farm/getFarmStates?user_id=${user.id}`,
        token: await granary.createToken(user),
      });
    expect((await ask()).body.RESP_MSG).toMatchObject([
      { counts: { ...zeroCounts, unknown: 1 }, worst: null },
    ]);
    await storeStates(granary.db, granary.now());
    expect((await ask()).body.RESP_MSG).toMatchObject([{ counts: { ...zeroCounts, ok: 1 } }]);
  });
});

describe('the customers with the worst bins', () => {
  it('are listed worst first, with the states of their farms and the totals', async () => {
    const dealer = await addUser(granary.db, 'distributor');
    const dealerToken = await granary.createToken(dealer);
    const add = async (firstName: string, ...hottest: (number | null)[]) => {
      const details = { distributorId: dealer.id, firstName };
      const { id } = await addUser(granary.db, 'user', details);
      const farm = await addFarm(granary.db, id);
      for (const temperature of hottest) {
        const bin = await addBin(granary.db, farm.id, {}, [{}, {}, {}]);
        if (temperature === null) await report(bin);
        else await reportHotSpot(bin, temperature);
      }
      return { id: String(id), farm: String(farm.id) };
    };
    const cool = await add('Anna', null);
    await add('Berta');
    const hotter = await add('Carl', null, 22.5);
    const hot = await add('Dora', 12.5);
    const ask = async (first: number | string, accountToken = dealerToken) =>
      granary.call({ url: `/api/user/getWorstCustomers?first=${first}`, token: accountToken });

    await storeStates(granary.db, granary.now());
    const { status, body } = await ask(2);
    expect(status).toBe(200);
    const worst = body.RESP_MSG as { customers: Wire[]; farms: Wire[] };
    expect(worst).toMatchObject({
      customer_count: 4,
      bin_count: 4,
      states: { ...zeroCounts, watch: 2, ok: 1 },
    });
    expect(worst.customers.map(({ id }) => id)).toEqual([hotter.id, hot.id]);
    const all = await fetchStates(dealerToken);
    expect(worst.farms).toHaveLength(2);
    for (const { farm } of [hot, hotter]) expect(worst.farms).toContainEqual(all.get(farm));

    const wholeList = (await ask(100)).body.RESP_MSG as { customers: Wire[]; farms: Wire[] };
    expect(wholeList.customers.map(({ first_name }) => first_name)).toEqual([
      'Carl',
      'Dora',
      'Anna',
      'Berta',
    ]);
    expect(wholeList.farms).toHaveLength(3);
    expect(wholeList.farms).toContainEqual(all.get(cool.farm));
    const listed = await granary.call({ url: '/api/user/getUsersList', token: dealerToken });
    expect(listed.body.RESP_MSG).toEqual(expect.arrayContaining(wholeList.customers));

    const stranger = await granary.createToken(await addUser(granary.db, 'distributor'));
    expect((await ask(5, stranger)).body.RESP_MSG).toMatchObject({
      customers: [],
      farms: [],
      customer_count: 0,
      bin_count: 0,
      states: zeroCounts,
    });
    for (const first of [0, 101, 1.5, 'x']) expect((await ask(first)).status).toBe(422);
  });
});
