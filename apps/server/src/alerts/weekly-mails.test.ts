import { LANGUAGES } from '@granary/contract/accounts/http';
import { DAY, HOUR, type Millis, millis } from '@granary/domain/units';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { storeStates } from '../../test/support/store-states.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { wireWeeklyMails } from '../app/wire-weekly-mails.ts';
import type { Mail } from '../outbox/outbox.ts';
import type { NewBin, Tables } from '../platform/postgres/tables.ts';

/** A Monday at 7 a.m. in UTC, the time zone of the farms. */
const MONDAY = millis(Date.parse('2026-07-06T07:00:00Z'));

let granary: TestApp;
let fixtures: CustomerFixtures;
let now: Millis;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  // The farmer has no bins yet.
  await granary.db
    .updateTable('bins')
    .set({ deletedAt: new Date(MONDAY) })
    .where('id', '=', fixtures.farmer.bin.id)
    .execute();
  now = MONDAY;
});

const addFarmerBin = (values: Partial<NewBin> = {}) =>
  addBin(granary.db, fixtures.farmer.farm.id, values, []);

const changeFarmer = (changes: Updateable<Tables['users']>) =>
  granary.db.updateTable('users').set(changes).where('id', '=', fixtures.farmer.user.id).execute();

/** Stores the states of bins, writes the mails that are due now, and returns those to the farmer. */
async function writeDueMails(): Promise<Mail[]> {
  const mails: Mail[] = [];
  const errors: unknown[] = [];
  const weeklyMails = wireWeeklyMails(
    {
      db: granary.db,
      now: () => now,
      repeat: () => () => {},
      config: { publicUrl: 'https://granary.example/' },
      failed: (error) => errors.push(error),
    },
    {
      outbox: { addMail: async (_, mail) => void mails.push(mail) },
      deliversMail: true,
    },
  );
  await storeStates(granary.db, now);
  await weeklyMails.write();
  expect(errors).toEqual([]);
  return mails.filter(({ to }) => to === fixtures.farmer.user.email);
}

/** A reading of a bin with one cable of three sensors. */
const createReport = (at: Millis, temperature: number) => ({
  date_time: new Date(at).toISOString(),
  temp_reading: [[temperature, temperature, temperature]],
  humidity_readings: [[50, 50, 50]],
  cable_ids: [1],
});

it('the weekly mail reports the condition of each bin every Monday at 7 a.m., worst first', async () => {
  const goodBin = await addFarmerBin({ name: 'Home 1', fanAttached: true });
  const hotBin = await addFarmerBin({ name: 'Home 2', temperatureUnit: 'f' });
  const weekAgo = millis(MONDAY - 7 * DAY);
  for (const [bin, before, after] of [
    [goodBin, 10, 8.5],
    [hotBin, 14, 15],
  ] as const) {
    await storeReports(
      granary.db,
      bin,
      [createReport(weekAgo, before), createReport(millis(MONDAY - HOUR), after)],
      MONDAY,
    );
  }
  const event = { binId: goodBin.id, commandId: null, lockout: false };
  const createFanEvent = (hoursAgo: number, isOn: boolean) => {
    const at = new Date(MONDAY - hoursAgo * HOUR);
    return { ...event, sentAt: at, at, isOn };
  };
  await granary.db
    .insertInto('fanEvents')
    .values([createFanEvent(200, true), createFanEvent(160, false), createFanEvent(4, true)])
    .execute();
  const at = new Date(MONDAY - 2 * HOUR);
  await granary.db
    .insertInto('alerts')
    .values({
      binId: hotBin.id,
      rule: 'temperature',
      severity: 'critical',
      since: at,
      raisedAt: at,
      announcedSeverity: 'critical',
      announcedAt: at,
      value: 30,
      limitValue: 25,
      sensors: '[]',
    })
    .execute();
  now = millis(MONDAY - 1);
  expect(await writeDueMails()).toEqual([]);
  now = MONDAY;
  const [mail, ...others] = await writeDueMails();
  expect(others).toEqual([]);
  const { name } = fixtures.farmer.farm;
  expect(mail?.to).toBe(fixtures.farmer.user.email);
  expect(mail?.subject).toBe(`${name} weekly report: 1 Critical, 1 OK`);
  expect(mail?.text.split('\n')).toEqual([
    `Bins at ${name}, Monday, July 6, 2026:`,
    '',
    'Home 2: Critical',
    '  High temperature: 86 °F, limit 77 °F (since Jul 6, 2026, 5:00 AM)',
    '  Grain 59 °F, +1.8 °F in the past week, moisture 12.4 %',
    `  https://granary.example/binsensor/${hotBin.id}`,
    '',
    'Home 1: OK',
    '  Grain 8.5 °C, -1.5 °C in the past week, moisture 12.8 %',
    '  Fan: 12 hr in the past week',
    `  https://granary.example/binsensor/${goodBin.id}`,
    '',
    'You can turn this weekly email off in your profile.',
    '',
  ]);
  now = millis(MONDAY + 23 * HOUR);
  expect(await writeDueMails()).toEqual([]);
  now = millis(MONDAY + 28 * DAY);
  expect((await writeDueMails())[0]?.subject).toBe(`${name} weekly report: 1 Critical, 1 No data`);
});

it('the weekly mail is written only once even if two servers write it at the same time', async () => {
  await addFarmerBin();
  const mails = await Promise.all([writeDueMails(), writeDueMails()]);
  expect(mails.flat()).toHaveLength(1);
});

it('the weekly mail is not written for deleted farms or farms without bins', async () => {
  expect(await writeDueMails()).toEqual([]);
  await addFarmerBin();
  await granary.db
    .updateTable('farms')
    .set({ deletedAt: new Date(now) })
    .execute();
  expect(await writeDueMails()).toEqual([]);
});

it.each(['notifies', 'notifiesByEmail', 'notifiesWeekly'] as const)(
  'the weekly mail is not written for an owner who turned it off: %s',
  async (field) => {
    await addFarmerBin();
    await changeFarmer({ [field]: false });
    expect(await writeDueMails()).toEqual([]);
    await changeFarmer({ [field]: true });
    expect(await writeDueMails()).toHaveLength(1);
  },
);

it.each(LANGUAGES)("the weekly mail is complete in the owner's language: %s", async (language) => {
  await addFarmerBin({ fanAttached: true });
  await changeFarmer({ language });
  const [mail] = await writeDueMails();
  const text = `${mail?.subject}\n${mail?.text}`;
  expect(text).toContain(fixtures.farmer.farm.name);
  expect(text).not.toMatch(/weeklyMail|state[A-Z]|\{\{/);
  const english = 'No grain temperature in the past day';
  expect(text.includes(english)).toBe(language === 'en');
});
