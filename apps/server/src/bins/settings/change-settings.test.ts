import { settingNames, toSettingWireName } from '@granary/contract/bins/settings';
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
let fixtures: CustomerFixtures;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  bin = fixtures.farmer.bin;
});

type Wire = Record<string, unknown>;

async function put(user: UserRow, section: string, body: Wire, { id } = bin) {
  const path = section === '' ? '' : `/${section}`;
  const url = `/api/board/${id}${path}`;
  const token = await granary.createToken(user);
  const response = await granary.call({ method: 'PUT', url, token, body });
  return { ...response, data: (response.body as { data?: Wire }).data };
}

async function read({ id } = bin): Promise<Wire> {
  const token = await granary.createToken(fixtures.admin);
  const response = await granary.call({ url: `/api/board/getBinSensor?id=${id}`, token });
  return response.body.RESP_MSG as Wire;
}

/** Converts a section to its saved form, where a new installation mode is only a request. */
function toSaved({ bin_installation_mode, ...rest }: Wire): Wire {
  return bin_installation_mode === undefined
    ? rest
    : { ...rest, bin_installation_mode: false, bin_installation_mode_wanted: true };
}

const errorPaths = ({ body }: TestResponse) => body.errors?.map(({ path }) => path);

describe('a section of the settings', () => {
  it.each(Object.entries(sections))(
    '%s is stored, returned and recorded in the audit log',
    async (name, body) => {
      const { version } = await read();
      const response = await put(fixtures.admin, name, { ...body, version });
      expect(response).toMatchObject({
        status: 200,
        data: { ...toSaved(body), version: Number(version) + 1 },
        body: { RESP_MSG: confirmations[name as keyof typeof sections] },
      });
      expect(await read()).toEqual(response.data);
      const entries = await granary.db
        .selectFrom('auditEntries')
        .select(['actorId', 'act', 'ownerId', 'version', 'changes'])
        .where('subject', '=', 'bin')
        .where('subjectId', '=', String(bin.id))
        .where('act', '=', 'changed')
        .execute();
      const actor = {
        actorId: fixtures.admin.id,
        act: 'changed',
        ownerId: fixtures.farmer.user.id,
      };
      expect(entries).toMatchObject([{ ...actor, version: Number(version) + 1 }]);
      expect(entries[0]?.changes.length).toBeGreaterThan(0);
      // Repeating the same edit changes nothing.
      const second = await put(fixtures.admin, name, body);
      expect(second.data).toEqual(response.data);
    },
  );

  it('can be combined with all others in one call', async () => {
    const body = Object.assign({}, ...Object.values(sections)) as Wire;
    const response = await put(fixtures.admin, '', body);
    expect(response).toMatchObject({ status: 200, body: { RESP_MSG: 'Bin Sensor Updated!' } });
    expect(await read()).toMatchObject(toSaved(body));
  });

  it('leaves omitted settings unchanged', async () => {
    const before = await read();
    const { data } = await put(fixtures.farmer.user, 'general', { bin_name: ' South ' });
    expect(data).toEqual({ ...before, bin_name: 'South', version: Number(before['version']) + 1 });
  });

  it('has default alert settings for a new bin', async () => {
    expect(await read()).toMatchObject({
      temp_alerts_enabled: false,
      temp_alert_threshold: null,
      co2_alerts_enabled: false,
      temp_diff_alerts_enabled: true,
      temperature_difference: 5,
      time_alerts_enabled: true,
      time_interval: 7,
      minimum_level_sensor_alert_enabled: false,
      minimum_level_sensor: 20,
      maximum_level_sensor_alert_enabled: false,
      maximum_level_sensor: 80,
      co2: null,
      humidity_risk_enabled: true,
      co2_risk_enabled: true,
      storage_time_enabled: true,
      warming_risk_enabled: true,
    });
  });

  it.each([
    ['general', { bin_size: 0 }, 'bin_size'],
    ['general', { bin_name: 'North\t1' }, 'bin_name'],
    ['general', { bin_name: 'North \u202e1' }, 'bin_name'],
    ['general', { crop_unit: 'sacks' }, 'crop_unit'],
    ['alerts', { temperature_difference: 0 }, 'temperature_difference'],
    ['general', { bin_size: -1 }, 'bin_size'],
    ['general', { bin_size: '5,5' }, 'bin_size'],
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
    ['fan-settings', { fan_kw: 0 }, 'fan_kw'],
    ['fan-settings', { fan_kw: 500.5 }, 'fan_kw'],
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
        minimum_level_sensor_alert_enabled: true,
        minimum_level_sensor: 90,
        maximum_level_sensor_alert_enabled: true,
        maximum_level_sensor: 10,
      },
      'minimum_level_sensor',
    ],
  ] as const)('%s rejects %j and names the field', async (section, body, path) => {
    const response = await put(fixtures.admin, section, body);
    expect([response.status, errorPaths(response)]).toEqual([422, [path]]);
  });
});

it('a minimum level above the maximum is accepted while the alert for one of them is off', async () => {
  const crossed = { minimum_level_sensor: 90, maximum_level_sensor: 10 };
  const minimumOnly = { ...crossed, minimum_level_sensor_alert_enabled: true };
  expect((await put(fixtures.admin, 'alerts', minimumOnly)).status).toBe(200);
  const maximumAlert = { maximum_level_sensor_alert_enabled: true };
  const response = await put(fixtures.admin, 'alerts', maximumAlert);
  expect([response.status, errorPaths(response)]).toEqual([422, ['minimum_level_sensor']]);
});

describe('the permission check for settings', () => {
  const adminSettings = { ...sections.firmware, bin_topic: 'new-board', freq: 31, bin_in: 2 };

  it('rejects changes by owners to staff settings, but not unchanged values', async () => {
    const before = await read();
    const { user } = fixtures.farmer;
    const names = settingNames.map((name) => toSettingWireName(name));
    const allSettings: Wire = Object.fromEntries(names.map((name) => [name, before[name]]));
    expect((await put(user, '', allSettings)).status).toBe(200);
    for (const [field, value] of Object.entries({ ...adminSettings, ...sections['cables-mgmt'] })) {
      const response = await put(user, '', { ...allSettings, bin_name: 'Mine', [field]: value });
      expect([response.status, errorPaths(response)], field).toEqual([403, [field]]);
    }
    expect(await read()).toEqual(before);
  });

  it('allows distributors to change only cables and installation mode', async () => {
    const { distributor } = fixtures;
    const allowed = { bin_installation_mode: true, ...sections['cables-mgmt'] };
    expect((await put(distributor, '', allowed)).data).toMatchObject(toSaved(allowed));
    const { bin_installation_mode: _, ...others } = adminSettings;
    const response = await put(distributor, '', others);
    expect([response.status, errorPaths(response)?.sort()]).toEqual([
      403,
      Object.keys(others).sort(),
    ]);
  });

  it('rejects other customers and their distributors', async () => {
    for (const { user } of [fixtures.sibling, fixtures.neighbor]) {
      expect((await put(user, 'general', {})).status).toBe(403);
    }
    expect((await put(fixtures.otherDistributor, 'alerts', {})).status).toBe(403);
  });
});

describe('two users who change the same bin', () => {
  it('get a conflict with the changed fields, and overwrite nothing', async () => {
    const { version } = await read();
    await put(fixtures.distributor, 'alerts', { co2: 1000, version });
    const lateChange = { co2: 800, time_interval: 9, version };
    const lateResponse = await put(fixtures.farmer.user, 'alerts', lateChange);
    expect([lateResponse.status, errorPaths(lateResponse)]).toEqual([409, ['co2']]);
    expect(lateResponse.body).toMatchObject({ RESP_CODE: 'CONFLICT' });
    expect(await read()).toMatchObject({ co2: 1000, time_interval: 7 });
  });

  it.each(Object.entries(sections))(
    'do not overwrite each other in %s, and the second gets the changed fields',
    async (name, body) => {
      const before = await read();
      const { version } = before;
      const { data } = await put(fixtures.admin, name, { ...body, version });
      const fields = Object.keys(body);
      const stale = Object.fromEntries(fields.map((field) => [field, before[field]]));
      const lateResponse = await put(fixtures.admin, name, { ...stale, version });
      expect(lateResponse.status).toBe(409);
      expect(errorPaths(lateResponse)).not.toEqual([]);
      expect(fields).toEqual(expect.arrayContaining(errorPaths(lateResponse) ?? []));
      expect(await read()).toEqual(data);
    },
  );

  it('cannot both succeed at the same time', async () => {
    const { version } = await read();
    const responses = await Promise.all(
      [1, 2, 3, 4].map((co2) => put(fixtures.admin, 'alerts', { co2, version })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe("a board's radio settings", () => {
  it('change when the board confirms; the request is stored and can be withdrawn', async () => {
    const { data } = await put(fixtures.admin, 'general', { freq: 44, bin_in: 3 });
    const now = { freq: 30, bin_in: 1 };
    expect(data).toMatchObject({ ...now, freq_wanted: 44, bin_in_wanted: 3 });
    const farmerResponse = await put(fixtures.farmer.user, 'general', { ...now, bin_name: 'X' });
    expect(farmerResponse.data).toMatchObject({ ...now, freq_wanted: 44, bin_in_wanted: 3 });
    expect((await put(fixtures.farmer.user, 'general', { freq: 45 })).status).toBe(403);
    const withdrawal = await put(fixtures.admin, 'general', { ...now, withdraw_requests: true });
    expect(withdrawal.data).toMatchObject({ ...now, freq_wanted: null, bin_in_wanted: null });
  });
});

describe('a crop', () => {
  const cable = { cable: 1, cable_name: '', cable_id: 11, bin: 1, flip: false };

  it('must exist, unless the bin already has it', async () => {
    const { user } = fixtures.farmer;
    const forBin = await put(user, 'general', { crop_name: 'Nonsense' });
    expect([forBin.status, errorPaths(forBin)]).toEqual([422, ['crop_name']]);
    const cable_names = [{ ...cable, crop_name: 'Nonsense' }];
    const forCable = await put(fixtures.admin, 'cables-mgmt', { cable_names });
    expect([forCable.status, errorPaths(forCable)]).toEqual([422, ['cable_names.0.crop_name']]);
    await granary.db.updateTable('bins').set({ crop: 'Old' }).where('id', '=', bin.id).execute();
    const { data } = await put(user, 'general', { crop_name: 'Old', bin_name: 'X' });
    expect(data).toMatchObject({ crop_name: 'Old', bin_name: 'X' });
  });
});

describe('a bin that changes its bin station', () => {
  const readBoard = async (id: string) =>
    granary.db
      .selectFrom('mainBoards')
      .select(['farmId', 'keyHash'])
      .where('id', '=', id)
      .executeTakeFirst();

  it('moves to a new board, and the key of its empty old board is revoked', async () => {
    const topic = `new-${bin.id}`;
    const { data } = await put(fixtures.admin, 'general', { bin_topic: topic });
    expect(data).toMatchObject({ bin_topic: topic, bin_number: 1 });
    expect(await readBoard(topic)).toEqual({ farmId: bin.farmId, keyHash: null });
    expect(await readBoard(bin.mainBoardId)).toMatchObject({ keyHash: null });
  });

  it('drops the requests that are pending for its old board', async () => {
    await put(fixtures.admin, 'general', { freq: 44, bin_in: 3 });
    const commands = ['setF72010000'];
    await granary.db
      .insertInto('cableConfigurations')
      .values({ binId: bin.id, commands, createdAt: new Date(granary.now()) })
      .execute();
    const { data } = await put(fixtures.admin, 'general', {
      bin_topic: `next-${bin.id}`,
      bin_in: 4,
    });
    expect(data).toMatchObject({ freq_wanted: null, bin_in_wanted: 4 });
    const pending = granary.db.selectFrom('cableConfigurations').selectAll();
    expect(await pending.where('binId', '=', bin.id).execute()).toEqual([]);
  });

  it("cannot use another farm's board or a bin number that is already in use", async () => {
    const siblingBoardId = fixtures.sibling.bin.mainBoardId;
    const refused = await put(fixtures.admin, 'general', { bin_topic: siblingBoardId });
    expect([refused.status, errorPaths(refused)]).toEqual([409, ['bin_topic']]);
    expect(refused.body.RESP_MSG).toBe('This main board is in use on another farm. Check the ID.');
    const neighbor = await addBin(granary.db, bin.farmId);
    const takenResponse = await put(fixtures.admin, '', { bin_topic: neighbor.mainBoardId });
    expect([takenResponse.status, errorPaths(takenResponse)]).toEqual([409, ['bin_number']]);
    const newStation = { bin_topic: neighbor.mainBoardId, bin_number: 2 };
    expect((await put(fixtures.admin, '', newStation)).data).toMatchObject(newStation);
  });
});

describe('a change of crop', () => {
  const readMoistures = async (at: string) => {
    const token = await granary.createToken(fixtures.admin);
    const url = `/api/board/getSensorReadingByFilters?bin_sensor_id=${bin.id}&dateTime=${at}`;
    const [reading] = (await granary.call({ url, token })).body.RESP_MSG as Wire[];
    return reading?.['moisture_reading'];
  };

  const report = (date_time: string) => {
    const values = { temp_reading: [[20], [20]], humidity_readings: [[60], [60]] };
    return storeReports(granary.db, bin, [{ date_time, ...values }], granary.now());
  };

  it('applies to later readings of the bin or of one cable, and leaves earlier ones unchanged', async () => {
    const before = new Date(granary.now() - 60_000).toISOString();
    await report(before);
    const wheat = await readMoistures(before);
    await put(fixtures.admin, 'general', { crop_name: 'Canola' });
    const after = new Date(granary.now()).toISOString();
    await report(after);
    expect(await readMoistures(before)).toEqual(wheat);
    const canola = (await readMoistures(after)) as number[][];
    expect(canola).not.toEqual(wheat);
    granary.advance(60_000);
    const cables = (await read())['cable_names'] as Wire[];
    const [first, second] = cables;
    await put(fixtures.admin, 'cables-mgmt', {
      cable_names: [first, { ...second, crop_name: 'Wheat' }],
    });
    const later = new Date(granary.now()).toISOString();
    await report(later);
    expect(await readMoistures(later)).toEqual([canola[0], (wheat as number[][])[1]]);
    expect(await readMoistures(after)).toEqual(canola);
  });

  it('does not apply to stored readings with a future timestamp; neither does new chart data', async () => {
    const ahead = new Date(granary.now() + 5 * 60_000).toISOString();
    await report(ahead);
    const wheat = await readMoistures(ahead);
    await put(fixtures.admin, 'general', { crop_name: 'Canola' });
    expect(await readMoistures(ahead)).toEqual(wheat);
    expect(await findDifferences(granary.db, [bin.id])).toEqual([]);
    granary.advance(6 * 60_000);
    const next = new Date(granary.now() + 5 * 60_000).toISOString();
    await report(next);
    const canola = await readMoistures(next);
    expect(canola).not.toEqual(wheat);
    const added = await granary.call({
      method: 'POST',
      url: '/api/crop/addCrop',
      token: await granary.createToken(fixtures.admin),
      body: { crop_name: 'Canola', chart_data: ',10,30\n50,3,3\n70,4,4\n' },
    });
    expect(added.status).toBe(200);
    expect(await readMoistures(next)).toEqual(canola);
    expect(await findDifferences(granary.db, [bin.id])).toEqual([]);
  });
});
