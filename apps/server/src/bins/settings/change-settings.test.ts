import { settingNames, wireNameOf } from '@granary/contract/bins/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmations, sections } from '../../../test/support/bin-settings.ts';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../../test/support/fixtures.ts';
import { findDifferences } from '../../../test/support/recompute.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, type TestApp, type TestResponse } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';

let granary: TestApp;
let house: CustomerFixtures;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  house = await addCustomerFixtures(granary.db);
  bin = house.farmer.bin;
});

type Wire = Record<string, unknown>;

async function put(user: UserRow, section: string, body: Wire, { id } = bin) {
  const path = section === '' ? '' : `/${section}`;
  const url = `/api/board/${id}${path}`;
  const token = await granary.tokenOf(user);
  const answer = await granary.call({ method: 'PUT', url, token, body });
  return { ...answer, data: (answer.body as { data?: Wire }).data };
}

async function read({ id } = bin): Promise<Wire> {
  const token = await granary.tokenOf(house.admin);
  const answer = await granary.call({ url: `/api/board/getBinSensor?id=${id}`, token });
  return answer.body.RESP_MSG as Wire;
}

const errorPaths = ({ body }: TestResponse) => body.errors?.map(({ path }) => path);

describe('a section of the settings', () => {
  it.each(Object.entries(sections))('%s is kept, answered and written down', async (name, body) => {
    const { version } = await read();
    const answer = await put(house.admin, name, { ...body, version });
    expect(answer).toMatchObject({
      ...{ status: 200, data: { ...body, version: Number(version) + 1 } },
      body: { RESP_MSG: confirmations[name as keyof typeof sections] },
    });
    expect(await read()).toEqual(answer.data);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'act', 'ownerId', 'version', 'changes'])
      .where('subject', '=', 'bin')
      .where('subjectId', '=', String(bin.id))
      .execute();
    const actor = { actorId: house.admin.id, act: 'changed', ownerId: house.farmer.user.id };
    expect(entries).toMatchObject([{ ...actor, version: Number(version) + 1 }]);
    expect(entries[0]?.changes.length).toBeGreaterThan(0);
    // Saying the same again changes nothing.
    const again = await put(house.admin, name, body);
    expect(again.data).toEqual(answer.data);
  });

  it('can be all of them at once', async () => {
    const body = Object.assign({}, ...Object.values(sections)) as Wire;
    const answer = await put(house.admin, '', body);
    expect(answer).toMatchObject({ status: 200, body: { RESP_MSG: 'Bin Sensor Updated!' } });
    expect(await read()).toMatchObject(body);
  });

  it('leaves alone what it does not name', async () => {
    const before = await read();
    const { data } = await put(house.farmer.user, 'general', { bin_name: ' South ' });
    expect(data).toEqual({ ...before, bin_name: 'South', version: Number(before['version']) + 1 });
  });

  it('that is new alerts of what one expects', async () => {
    expect(await read()).toMatchObject({
      ...{ temp_alerts_enabled: false, temp_alert_threshold: null, co2_alerts_enabled: false },
      ...{ temp_diff_alerts_enabled: true, temperature_difference: 5, time_alerts_enabled: true },
      ...{ time_interval: 7, minimum_level_sensor_alert_enabled: false, minimum_level_sensor: 20 },
      ...{ maximum_level_sensor_alert_enabled: false, maximum_level_sensor: 80, co2: null },
    });
  });

  it.each([
    ['general', { bin_size: 0 }, 'bin_size'],
    ['general', { bin_name: 'North\t1' }, 'bin_name'],
    ['general', { bin_name: 'North \u202e1' }, 'bin_name'],
    ['general', { crop_unit: 'sacks' }, 'crop_unit'],
    ['alerts', { temperature_difference: 0 }, 'temperature_difference'],
    ['general', { bin_size: -1 }, 'bin_size'],
    ['general', { bin_size: '5' }, 'bin_size'],
    ['general', { bin_name: '  ' }, 'bin_name'],
    ['general', { temp_unit: 'k' }, 'temp_unit'],
    ['general', { freq: 71 }, 'freq'],
    ['general', { bin_in: 0 }, 'bin_in'],
    ['general', { bin_topic: 'a board' }, 'bin_topic'],
    ['alerts', { minimum_level_sensor: 101 }, 'minimum_level_sensor'],
    ['alerts', { maximum_level_sensor: -0.5 }, 'maximum_level_sensor'],
    ['firmware', { bin_number: 33 }, 'bin_number'],
    ['firmware', { bin_firmware_version: 'newest' }, 'bin_firmware_version'],
    ['firmware', { bin_board_type: 'other' }, 'bin_board_type'],
    ['inventory', { bin_load_manual: true }, 'bin_load_manual'],
    ['inventory', { pressure_cables: { Y1: 65 } }, 'pressure_cables.Y1'],
    ['fan-settings', { fan_on_threshold: '' }, 'fan_on_threshold'],
    ['fan-settings', { fan_on_threshold: 15.005 }, 'fan_on_threshold'],
    ['fan-settings', { fan_off_threshold: 12.001 }, 'fan_off_threshold'],
    ['alerts', { temp_alert_threshold: 30.001 }, 'temp_alert_threshold'],
    ['fan-settings', { fan_automation: 'sometimes' }, 'fan_automation'],
    ['general', { user_id: '1' }, 'user_id'],
    ['alerts', { bin_name: 'Of another section' }, 'bin_name'],
    ['inventory', { pressure_cables: { Y3: 1 } }, 'pressure_cables.Y3'],
    ['', { fan_state: null }, 'fan_state'],
    ['alerts', { temp_alerts_enabled: true }, 'temp_alert_threshold'],
    ['alerts', { co2_alerts_enabled: true, co2: null }, 'co2'],
    ['alerts', { temperature_difference: null }, 'temperature_difference'],
    ['alerts', { time_interval: null }, 'time_interval'],
    [
      '',
      { minimum_level_sensor_alert_enabled: true, minimum_level_sensor: null },
      'minimum_level_sensor',
    ],
    [
      '',
      { maximum_level_sensor_alert_enabled: true, maximum_level_sensor: null },
      'maximum_level_sensor',
    ],
    [
      'alerts',
      {
        ...{ minimum_level_sensor_alert_enabled: true, minimum_level_sensor: 90 },
        ...{ maximum_level_sensor_alert_enabled: true, maximum_level_sensor: 10 },
      },
      'minimum_level_sensor',
    ],
  ] as const)('%s refuses %j by name', async (section, body, path) => {
    const answer = await put(house.admin, section, body);
    expect([answer.status, errorPaths(answer)]).toEqual([422, [path]]);
  });
});

it('levels that cross are taken while one of their alerts is off', async () => {
  const crossed = { minimum_level_sensor: 90, maximum_level_sensor: 10 };
  const one = { ...crossed, minimum_level_sensor_alert_enabled: true };
  expect((await put(house.admin, 'alerts', one)).status).toBe(200);
  const both = await put(house.admin, 'alerts', { maximum_level_sensor_alert_enabled: true });
  expect([both.status, errorPaths(both)]).toEqual([422, ['minimum_level_sensor']]);
});

describe('who may change which setting', () => {
  const admins = { ...sections.firmware, bin_topic: 'new-board', freq: 31, bin_in: 2 };

  it('refuses owners what is for staff, and nothing that stays as it is', async () => {
    const before = await read();
    const { user } = house.farmer;
    const names = settingNames.map((name) => wireNameOf(name));
    const whole: Wire = Object.fromEntries(names.map((name) => [name, before[name]]));
    expect((await put(user, '', whole)).status).toBe(200);
    for (const [field, value] of Object.entries({ ...admins, ...sections['cables-mgmt'] })) {
      const answer = await put(user, '', { ...whole, bin_name: 'Mine', [field]: value });
      expect([answer.status, errorPaths(answer)], field).toEqual([403, [field]]);
    }
    expect(await read()).toEqual(before);
  });

  it('lets distributors set up cables and installation mode, and no more', async () => {
    const { distributor } = house;
    const install = { bin_installation_mode: true, ...sections['cables-mgmt'] };
    expect((await put(distributor, '', install)).data).toMatchObject(install);
    const { bin_installation_mode: _, ...others } = admins;
    const answer = await put(distributor, '', others);
    expect([answer.status, errorPaths(answer)?.sort()]).toEqual([403, Object.keys(others).sort()]);
  });

  it('keeps others out', async () => {
    for (const { user } of [house.sibling, house.neighbour]) {
      expect((await put(user, 'general', {})).status).toBe(403);
    }
    expect((await put(house.otherDistributor, 'alerts', {})).status).toBe(403);
  });
});

describe('two who change the same bin', () => {
  it('are told what the other changed, and overwrite nothing', async () => {
    const { version } = await read();
    await put(house.distributor, 'alerts', { co2: 1000, version });
    const late = await put(house.farmer.user, 'alerts', { co2: 800, time_interval: 9, version });
    expect([late.status, errorPaths(late)]).toEqual([409, ['co2']]);
    expect(late.body).toMatchObject({ RESP_CODE: 'CONFLICT' });
    expect(await read()).toMatchObject({ co2: 1000, time_interval: 7 });
  });

  it.each(Object.entries(sections))(
    'do not overwrite each other in %s, and the second is told the fields',
    async (name, body) => {
      const before = await read();
      const { version } = before;
      const { data } = await put(house.admin, name, { ...body, version });
      const fields = Object.keys(body);
      const stale = Object.fromEntries(fields.map((field) => [field, before[field]]));
      const late = await put(house.admin, name, { ...stale, version });
      expect(late.status).toBe(409);
      expect(errorPaths(late)).not.toEqual([]);
      expect(fields).toEqual(expect.arrayContaining(errorPaths(late) ?? []));
      expect(await read()).toEqual(data);
    },
  );

  it('cannot both win at the same instant', async () => {
    const { version } = await read();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((co2) => put(house.admin, 'alerts', { co2, version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe("a board's radio settings", () => {
  it('stay until the board confirms; the wish is noted and can be taken back', async () => {
    const { data } = await put(house.admin, 'general', { freq: 44, bin_in: 3 });
    const now = { freq: 30, bin_in: 1 };
    expect(data).toMatchObject({ ...now, freq_wanted: 44, bin_in_wanted: 3 });
    // Who may not tune it repeats what they read, and so says nothing of the wish.
    const farmers = await put(house.farmer.user, 'general', { ...now, bin_name: 'X' });
    expect(farmers.data).toMatchObject({ ...now, freq_wanted: 44, bin_in_wanted: 3 });
    expect((await put(house.farmer.user, 'general', { freq: 45 })).status).toBe(403);
    const back = await put(house.admin, 'general', now);
    expect(back.data).toMatchObject({ ...now, freq_wanted: null, bin_in_wanted: null });
  });
});

describe('a crop', () => {
  const cable = { cable: 1, cable_name: '', cable_id: 11, bin: 1, flip: false };

  it('that nobody knows is refused, but one that the bin holds already', async () => {
    const unknown = await put(house.farmer.user, 'general', { crop_name: 'Nonsense' });
    expect([unknown.status, errorPaths(unknown)]).toEqual([422, ['crop_name']]);
    const cable_names = [{ ...cable, crop_name: 'Nonsense' }];
    const ofCable = await put(house.admin, 'cables-mgmt', { cable_names });
    expect([ofCable.status, errorPaths(ofCable)]).toEqual([422, ['cable_names.0.crop_name']]);
    await granary.db.updateTable('bins').set({ crop: 'Old' }).where('id', '=', bin.id).execute();
    const kept = await put(house.farmer.user, 'general', { crop_name: 'Old', bin_name: 'X' });
    expect(kept.data).toMatchObject({ crop_name: 'Old', bin_name: 'X' });
  });
});

describe('a bin at another station', () => {
  const boardOf = async (id: string) =>
    granary.db
      .selectFrom('mainBoards')
      .select(['farmId', 'keyHash'])
      .where('id', '=', id)
      .executeTakeFirst();

  it('takes a board of its own farm, or a new one, and leaves its old without a key', async () => {
    const topic = `new-${bin.id}`;
    const { data } = await put(house.admin, 'general', { bin_topic: topic });
    expect(data).toMatchObject({ bin_topic: topic, bin_number: 1 });
    expect(await boardOf(topic)).toEqual({ farmId: bin.farmId, keyHash: null });
    expect(await boardOf(bin.mainBoardId)).toMatchObject({ keyHash: null });
  });

  it('takes nothing along that waits for the board it leaves', async () => {
    await put(house.admin, 'general', { freq: 44, bin_in: 3 });
    const commands = ['setF72010000'];
    await granary.db
      .insertInto('cableConfigurations')
      .values({ binId: bin.id, commands, createdAt: new Date(granary.now()) })
      .execute();
    const { data } = await put(house.admin, 'general', { bin_topic: `next-${bin.id}`, bin_in: 4 });
    expect(data).toMatchObject({ freq_wanted: null, bin_in_wanted: 4 });
    const waiting = granary.db.selectFrom('cableConfigurations').selectAll();
    expect(await waiting.where('binId', '=', bin.id).execute()).toEqual([]);
  });

  it('is refused a board of another farm, and a number that is taken', async () => {
    const elsewhere = house.sibling.bin.mainBoardId;
    const refused = await put(house.admin, 'general', { bin_topic: elsewhere });
    expect([refused.status, errorPaths(refused)]).toEqual([409, ['bin_topic']]);
    expect(refused.body.RESP_MSG).toBe('This main board is in use on another farm.');
    const beside = await addBin(granary.db, bin.farmId);
    const taken = await put(house.admin, '', { bin_topic: beside.mainBoardId });
    expect([taken.status, errorPaths(taken)]).toEqual([409, ['bin_number']]);
    const both = { bin_topic: beside.mainBoardId, bin_number: 2 };
    expect((await put(house.admin, '', both)).data).toMatchObject(both);
  });
});

describe('the cables of a bin', () => {
  const cable = { cable: 1, cable_name: '', cable_id: 11, bin: 1, flip: false, crop_name: null };

  it.each([
    [[{ ...cable, cable_id: 255 }], 422, 'cable_names.0.cable_id'],
    [[{ ...cable, cable_id: 0 }], 422, 'cable_names.0.cable_id'],
    [[{ ...cable, cable_id: -1 }], 422, 'cable_names.0.cable_id'],
    [[{ ...cable, bin: 9 }], 422, 'cable_names.0.bin'],
    [[{ ...cable, cable: 9 }], 422, 'cable_names.0.cable'],
    [[cable, cable], 422, 'cable_names'],
    [[cable, { ...cable, cable: 2 }], 409, 'cable_names.1.cable_id'],
  ])('%j are refused', async (cable_names, status, path) => {
    const answer = await put(house.admin, 'cables-mgmt', { cable_names });
    expect([answer.status, errorPaths(answer)]).toEqual([status, [path]]);
  });

  it('may keep an address that could not be read', async () => {
    const one = await addBin(granary.db, bin.farmId, {}, [{ cableId: -1 }]);
    const cable_names = [{ ...cable, cable_id: -1, cable_name: 'Door' }];
    const { data } = await put(house.admin, 'cables-mgmt', { cable_names }, one);
    expect(data).toMatchObject({ cable_names });
  });
});

describe('another crop', () => {
  const moistures = async (at: string) => {
    const token = await granary.tokenOf(house.admin);
    const url = `/api/board/getSensorReadingByFilters?bin_sensor_id=${bin.id}&dateTime=${at}`;
    const [reading] = (await granary.call({ url, token })).body.RESP_MSG as Wire[];
    return reading?.['moisture_reading'];
  };

  it('counts from then on, for the bin and for a cable, and rewrites nothing', async () => {
    const report = (date_time: string) =>
      storeReports(
        granary.db,
        bin,
        [{ date_time, temp_reading: [[20], [20]], humidity_readings: [[60], [60]] }],
        granary.now(),
      );
    const before = new Date(granary.now() - 60_000).toISOString();
    await report(before);
    const wheat = await moistures(before);
    await put(house.admin, 'general', { crop_name: 'Canola' });
    const after = new Date(granary.now()).toISOString();
    await report(after);
    expect(await moistures(before)).toEqual(wheat);
    const canola = (await moistures(after)) as number[][];
    expect(canola).not.toEqual(wheat);
    granary.advance(60_000);
    const cables = (await read())['cable_names'] as Wire[];
    const [first, second] = cables;
    await put(house.admin, 'cables-mgmt', {
      cable_names: [first, { ...second, crop_name: 'Wheat' }],
    });
    const later = new Date(granary.now()).toISOString();
    await report(later);
    expect(await moistures(later)).toEqual([canola[0], (wheat as number[][])[1]]);
    expect(await moistures(after)).toEqual(canola);
  });

  it('does not count for a reading whose clock was ahead, nor does other chart data', async () => {
    const ahead = new Date(granary.now() + 5 * 60_000).toISOString();
    const values = { temp_reading: [[20], [20]], humidity_readings: [[60], [60]] };
    await storeReports(granary.db, bin, [{ date_time: ahead, ...values }], granary.now());
    const wheat = await moistures(ahead);
    await put(house.admin, 'general', { crop_name: 'Canola' });
    expect(await moistures(ahead)).toEqual(wheat);
    expect(await findDifferences(granary.db, [bin.id])).toEqual([]);
    granary.advance(6 * 60_000);
    const next = new Date(granary.now() + 5 * 60_000).toISOString();
    await storeReports(granary.db, bin, [{ date_time: next, ...values }], granary.now());
    const canola = await moistures(next);
    expect(canola).not.toEqual(wheat);
    const added = await granary.call({
      ...{ method: 'POST', url: '/api/crop/addCrop', token: await granary.tokenOf(house.admin) },
      body: { crop_name: 'Canola', chart_data: ',10,30\n50,3,3\n70,4,4\n' },
    });
    expect(added.status).toBe(200);
    expect(await moistures(next)).toEqual(canola);
    expect(await findDifferences(granary.db, [bin.id])).toEqual([]);
  });
});
