import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { binNumber: 3, fanAttached: true });
});

/** Sends the Fan tab's request, with the given changes. */
async function send(user: UserRow, changes: object = {}, language = 'en') {
  const body = {
    bin_id: String(bin.id),
    bin_number: 3,
    bin_topic: bin.mainBoardId,
    command: 'setF00000004',
    control_type: 'manual',
    status: 'unpublished',
    fan_status_after_releasing_command: 'on',
    current_fan_status: 'off',
    verified_by_main_board: false,
    ...changes,
  };
  return granary.call({
    method: 'POST',
    url: '/api/boardCommands/addCommandForSingleBin',
    token: await granary.createToken(user),
    headers: { 'accept-language': language },
    body,
  });
}

async function fetchDetails(user: UserRow, query: string) {
  const token = await granary.createToken(user);
  return granary.call({ url: `/api/boardCommands/details?${query}`, token });
}

const readCommands = () =>
  granary.db
    .selectFrom('commands')
    .select(['text', 'instruction', 'state', 'actorId', 'controlType'])
    .where('binId', '=', bin.id)
    .orderBy('queuedAt')
    .execute();

const readAuditEntries = () =>
  granary.db
    .selectFrom('auditEntries')
    .select(['act', 'actorId', 'changes'])
    .where('subject', '=', 'bin')
    .where('subjectId', '=', String(bin.id))
    .orderBy('id')
    .execute();

const readNotifications = (user: UserRow) =>
  granary.db
    .selectFrom('notifications')
    .select(['title', 'body', 'target'])
    .where('userId', '=', user.id)
    .execute();

describe('a command for the fan of a bin', () => {
  it('is queued with the text that the server builds, and recorded', async () => {
    const { user } = fixtures.farmer;
    const { status, body } = await send(user, { run_for_s: 7200 });
    expect(status).toBe(200);
    expect(body.RESP_MSG).toMatchObject({
      bin_id: String(bin.id),
      command: 'setF00000004',
      main_board_id: bin.mainBoardId,
      status: 'unpublished',
      date_time: null,
      fan_status_after_releasing_command: 'on',
      current_fan_status: null,
      control_type: 'manual',
      verified_by_main_board: false,
      verified_by_wind_speed: false,
      outcome: 'queued',
      run_for_s: 7200,
      requested_by: `${user.firstName} Last`,
    });
    expect(await readCommands()).toEqual([
      {
        text: 'setF00000004',
        instruction: { kind: 'fan', isOn: true, runForS: 7200 },
        state: 'queued',
        actorId: user.id,
        controlType: 'manual',
      },
    ]);
    expect(await readAuditEntries()).toEqual([
      {
        act: 'commanded',
        actorId: user.id,
        changes: [
          { field: 'fan', before: null, after: 'on' },
          { field: 'run_for_s', before: null, after: 7200 },
        ],
      },
    ]);
  });

  it('keeps the fan on until it is turned off if it has no run time', async () => {
    await send(fixtures.farmer.user);
    expect((await readCommands())[0]?.instruction).toEqual({
      kind: 'fan',
      isOn: true,
      runForS: null,
    });
  });

  it.each([
    ['bin_number', 4],
    ['bin_topic', 'another-board'],
    ['command', 'setF00000008'],
    ['run_for_s', 0],
    ['run_for_s', 604_801],
    ['control_type', 'automatic'],
    ['fan_status_after_releasing_command', 'toggle'],
  ])('is refused with %s %s', async (field, value) => {
    const { status, body } = await send(fixtures.farmer.user, { [field]: value });
    expect(status).toBe(422);
    expect(body.errors?.map(({ path }: { path: string }) => path)).toEqual([field]);
    expect(await readCommands()).toEqual([]);
  });

  it('cannot have a run time if it turns the fan off', async () => {
    const offCommand = { fan_status_after_releasing_command: 'off', run_for_s: 60 };
    expect((await send(fixtures.farmer.user, offCommand)).status).toBe(422);
  });

  it('requires a fan', async () => {
    await granary.db
      .updateTable('bins')
      .set({ fanAttached: false })
      .where('id', '=', bin.id)
      .execute();
    expect((await send(fixtures.farmer.user)).status).toBe(409);
    expect(await readCommands()).toEqual([]);
  });

  it('is refused for a neighbor, and recorded in the audit log', async () => {
    const { user } = fixtures.neighbor;
    expect((await send(user)).status).toBe(403);
    expect(await readCommands()).toEqual([]);
    expect(await readAuditEntries()).toEqual([
      {
        act: 'refused',
        actorId: user.id,
        changes: [{ field: 'fan', before: null, after: 'on' }],
      },
    ]);
  });

  it('is refused and recorded while the fan is locked out, unless it turns the fan off', async () => {
    await granary.db.insertInto('fanControls').values({ binId: bin.id, isLocked: true }).execute();
    const { user } = fixtures.farmer;
    const { status, body } = await send(user);
    expect([status, body.RESP_MSG]).toEqual([
      409,
      'The fan is locked out at the bin. You can start it once its board reports that the lockout has been removed.',
    ]);
    expect(await readAuditEntries()).toMatchObject([{ act: 'refused', actorId: user.id }]);
    expect((await send(user, { fan_status_after_releasing_command: 'off' })).status).toBe(200);
  });

  it.each(['automatic', 'scheduled'] as const)('sets a bin in %s mode to manual', async (mode) => {
    await granary.db.updateTable('bins').set({ fanMode: mode }).where('id', '=', bin.id).execute();
    await send(fixtures.farmer.user);
    const { fanMode, version } = await granary.db
      .selectFrom('bins')
      .select(['fanMode', 'version'])
      .where('id', '=', bin.id)
      .executeTakeFirstOrThrow();
    expect([fanMode, version]).toEqual(['manual', 2]);
    expect((await readAuditEntries())[1]).toMatchObject({
      act: 'changed',
      changes: [{ field: 'fan_automation', before: mode, after: 'manual' }],
    });
  });

  it('notifies the owner when someone else starts the fan, in their language', async () => {
    const { user } = fixtures.farmer;
    await granary.db
      .updateTable('users')
      .set({ language: 'de' })
      .where('id', '=', user.id)
      .execute();
    await send(user);
    await send(fixtures.distributor, { fan_status_after_releasing_command: 'off' });
    expect(await readNotifications(user)).toEqual([]);
    await send(fixtures.distributor);
    const [notification] = await readNotifications(user);
    expect(notification).toMatchObject({ target: `/binsensor/${bin.id}?tab=4` });
    expect(notification?.title).toMatch(/^Lüfter von Bin \d+ wird eingeschaltet$/);
    expect(notification?.body).toContain(`${fixtures.distributor.firstName} Last`);
  });
});

describe('the details of a fan', () => {
  it('contain only the mode of the bin until the first command', async () => {
    const { status, body } = await fetchDetails(fixtures.farmer.user, `bin_id=${bin.id}`);
    expect(status).toBe(200);
    expect(body.RESP_MSG).toMatchObject({
      command: null,
      status: null,
      control_type: 'manual',
      outcome: null,
      current_fan_status: null,
      reported_fan_status: null,
      airflow: null,
      lockout: false,
      schedule: { monday: [], sunday: [] },
    });
  });

  it('show what the board reported next to what was requested', async () => {
    await granary.db
      .insertInto('fanEvents')
      .values({
        binId: bin.id,
        sentAt: new Date(granary.now()),
        at: new Date(granary.now()),
        isOn: false,
        commandId: null,
        lockout: false,
        receivedAt: new Date(granary.now()),
      })
      .execute();
    await send(fixtures.farmer.user);
    const { body } = await fetchDetails(fixtures.farmer.user, `bin_id=${bin.id}&bin_number=3`);
    expect(body.RESP_MSG).toMatchObject({
      fan_status_after_releasing_command: 'on',
      current_fan_status: 'off',
      reported_fan_status: 'off',
      reported_since: new Date(granary.now()).toISOString(),
    });
  });

  it('when requested for a board, are those of its bin with the latest command', async () => {
    const { user } = fixtures.farmer;
    const query = `main_board_id=${bin.mainBoardId}`;
    expect((await fetchDetails(user, query)).body.RESP_MSG).toMatchObject({
      bin_id: String(bin.id),
    });
    expect((await fetchDetails(fixtures.neighbor.user, query)).status).toBe(404);
  });

  it.each(['bin_number=4', 'bin_topic=another-board'])(
    'are refused with a wrong %s',
    async (wrongParameter) => {
      const query = `bin_id=${bin.id}&${wrongParameter}`;
      expect((await fetchDetails(fixtures.farmer.user, query)).status).toBe(422);
    },
  );

  it('require a bin or a board, but not both', async () => {
    const { user } = fixtures.farmer;
    expect((await fetchDetails(user, '')).status).toBe(422);
    const bothIds = `bin_id=${bin.id}&main_board_id=${bin.mainBoardId}`;
    expect((await fetchDetails(user, bothIds)).status).toBe(422);
  });
});
