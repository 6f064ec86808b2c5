import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  const { id } = fixtures.farmer.farm;
  await granary.db
    .updateTable('farms')
    .set({ timezone: 'America/Winnipeg' })
    .where('id', '=', id)
    .execute();
});

type Week = Record<string, { slot_id?: string; on_time: string; off_time: string }[]>;
interface Schedule {
  readonly schedule: Week;
  readonly version: number;
  readonly timezone: string;
}

const EMPTY = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
const slot = (on_time: string, off_time: string) => ({ on_time, off_time });

async function readSchedule(): Promise<Schedule> {
  const token = await granary.createToken(fixtures.farmer.user);
  const url = `/api/boardCommands/schedule?bin_id=${fixtures.farmer.bin.id}`;
  return (await granary.call({ url, token })).body.RESP_MSG as Schedule;
}

async function save(schedule: unknown, otherFields: Readonly<Record<string, unknown>> = {}) {
  const { user, bin } = fixtures.farmer;
  const token = await granary.createToken(user);
  const url = '/api/boardCommands/addCommandScheduled';
  const { id, binNumber: bin_number, mainBoardId: bin_topic } = bin;
  const body = { bin_id: String(id), bin_number, bin_topic, schedule, ...otherFields };
  return granary.call({ method: 'POST', url, token, body });
}

const formatTimes = (week: Week, day: string) =>
  week[day]?.map(({ on_time, off_time }) => `${on_time}-${off_time}`);

describe('the schedule of a fan', () => {
  it("is empty at first, and includes the farm's time zone", async () => {
    expect(await readSchedule()).toEqual({
      schedule: EMPTY,
      version: 1,
      timezone: 'America/Winnipeg',
      hold: null,
    });
  });

  it("accepts the fields in the specification, and ignores the user's time zone", async () => {
    const monday = [slot('20:00', '23:59'), slot('06:00', '08:30')];
    const { status, body } = await save(
      { ...EMPTY, monday },
      { verified_by_wind_speed: false, control_type: 'scheduled', userTimeZone: 'Europe/Rome' },
    );
    expect(status).toBe(200);
    const saved = await readSchedule();
    expect(body.RESP_MSG).toEqual(saved);
    expect(formatTimes(saved.schedule, 'monday')).toEqual(['06:00-08:30', '20:00-23:59']);
    expect(saved).toMatchObject({ version: 2, timezone: 'America/Winnipeg' });
  });

  it('keeps the IDs of slots that are sent again, and deletes the slots of days that are left out', async () => {
    await save({ monday: [slot('06:00', '08:00')], friday: [slot('06:00', '08:00')] });
    const { monday } = (await readSchedule()).schedule;
    const added = slot('08:00', '10:00');
    await save({ monday: [...(monday ?? []), added] });
    const { schedule } = await readSchedule();
    expect(schedule).toEqual({
      ...EMPTY,
      monday: [monday?.[0], { slot_id: expect.any(String), ...added }],
    });
  });

  it('is not overwritten by an edit based on an older version', async () => {
    await save({ monday: [slot('06:00', '08:00')] }, { version: 1 });
    const staleResponse = await save({ tuesday: [slot('06:00', '08:00')] }, { version: 1 });
    expect(staleResponse.status).toBe(409);
    expect(formatTimes((await readSchedule()).schedule, 'monday')).toEqual(['06:00-08:00']);
    expect((await save({}, { version: 2 })).status).toBe(200);
    expect(await readSchedule()).toMatchObject({ schedule: EMPTY, version: 3 });
  });

  it('keeps its version if nothing changes', async () => {
    await save({ monday: [slot('06:00', '08:00')] });
    await save({ monday: [slot('06:00', '08:00')] });
    expect((await readSchedule()).version).toBe(2);
  });

  it('is recorded in the audit log, day by day', async () => {
    await save({ monday: [slot('06:00', '08:00')], sunday: [slot('00:00', '23:59')] });
    await save({ monday: [slot('20:00', '22:00'), slot('06:00', '08:00')] });
    const entry = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      subject: 'bin',
      subjectId: String(fixtures.farmer.bin.id),
      actorId: fixtures.farmer.user.id,
      changes: [
        { field: 'fanSlots monday', before: '06:00–08:00', after: '06:00–08:00, 20:00–22:00' },
        { field: 'fanSlots sunday', before: '00:00–23:59', after: null },
      ],
    });
  });

  it.each([
    ['overlapping slots', [slot('06:00', '08:00'), slot('07:59', '09:00')], 'schedule.monday.1'],
    ['a slot across midnight', [slot('22:00', '06:00')], 'schedule.monday.0'],
    ['an hour that does not exist', [slot('06:00', '24:00')], 'schedule.monday.0.off_time'],
  ])('refuses %s', async (_name, monday, path) => {
    const { status, body } = await save({ monday });
    expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    expect(await readSchedule()).toMatchObject({ schedule: EMPTY, version: 1 });
  });

  it.each([
    ['another board', { bin_topic: 'other-board' }],
    ['another bin number', { bin_number: 9 }],
    ['another control type', { control_type: 'manual' }],
    ['a day that does not exist', { schedule: { someday: [] } }],
    [
      'more slots than a day may have',
      { schedule: { monday: Array(25).fill(slot('01:00', '02:00')) } },
    ],
  ])('refuses %s', async (_name, otherFields) => {
    expect((await save({}, otherFields)).status).toBe(422);
  });
});
