import { LANGUAGES } from '@granary/contract/accounts/http';
import type { AlertRule } from '@granary/domain/alerts/alert';
import * as delays from '@granary/domain/alerts/alert-mail';
import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { startSmtp } from '../../test/support/smtp-server.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { Mail } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import type { NewBin } from '../platform/postgres/tables.ts';
import { mailAlerts } from './mail-alerts.ts';
import { markBinsOfBoard } from './marks-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let mails: Mail[];
let notified: { readonly userId: number; readonly title: string; readonly isUrgent: boolean }[];
let deliversMail: boolean;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('alerts').execute();
  await granary.db.deleteFrom('alertMarks').execute();
  fixtures = await addCustomerFixtures(granary.db);
  mails = [];
  notified = [];
  deliversMail = true;
});

const addFarmerBin = (values: Partial<NewBin> = {}) =>
  addBin(granary.db, fixtures.farmer.farm.id, values, []);

/** Adds an alert about a bin, with the owner notified now. */
async function raise(
  binId: number,
  severity: 'critical' | 'warning' = 'critical',
  rule: AlertRule = 'temperature',
  isInSummary = false,
) {
  const at = new Date(granary.now());
  await granary.db
    .insertInto('alerts')
    .values({
      binId,
      rule,
      severity,
      since: at,
      raisedAt: at,
      announcedSeverity: severity,
      announcedAt: at,
      escalatedAt: isInSummary ? at : null,
      value: 30,
      limitValue: 25,
      sensors: '[]',
    })
    .execute();
}

/** Writes the mails that are due, and returns them as recipient and subject. */
async function mail(publicUrl: string | null = 'https://granary.example/'): Promise<string[][]> {
  const errors: unknown[] = [];
  mails = [];
  await mailAlerts(
    {
      db: granary.db,
      now: granary.now,
      publicUrl,
      deliversMail,
      notify: async (_, { userId, title }, isUrgent) => notified.push({ userId, title, isUrgent }),
      toLanguage: (stored) => LANGUAGES.find((language) => language === stored) ?? 'en',
      formatMessage,
      addMail: async (_, added) => void mails.push(added),
      failed: (error) => errors.push(error),
    },
    new AbortController().signal,
  );
  expect(errors).toEqual([]);
  return mails.map(({ to, subject }) => [to, subject]);
}

const acknowledgeAll = () =>
  granary.db
    .updateTable('alerts')
    .set({ acknowledgedAt: new Date(granary.now()) })
    .execute();

const setMailSetting = (userId: number, notifiesByEmail: boolean) =>
  granary.db.updateTable('users').set({ notifiesByEmail }).where('id', '=', userId).execute();

describe('a new bin without data', () => {
  it('is reported once to the dealer, even if the owner turned off escalation, and not to the owner', async () => {
    const { distributor, farmer } = fixtures;
    await granary.db
      .updateTable('users')
      .set({ escalates: false })
      .where('id', '=', farmer.user.id)
      .execute();
    const bin = await addFarmerBin({ name: 'Nord 1' });
    await raise(bin.id, 'warning', 'never-reported');
    granary.advance(1);
    const title = `${farmer.farm.name}: Nord 1 No data since the bin was added`;
    expect(await mail()).toEqual([[distributor.email, title]]);
    expect(mails[0]?.text).toContain('Check its board, the board key and the bin number.');
    expect(mails[0]?.text).not.toContain('You can turn these emails off');
    expect(notified).toEqual([{ userId: distributor.id, title, isUrgent: false }]);
    granary.advance(delays.REMINDER_INTERVAL);
    expect(await mail()).toEqual([]);
  });

  it('is reported to the owner if there is no dealer', async () => {
    const { user } = fixtures.farmer;
    const farmer = granary.db.updateTable('users').where('id', '=', user.id);
    await farmer.set({ distributorId: null }).execute();
    const bin = await addFarmerBin();
    await raise(bin.id, 'warning', 'never-reported');
    expect((await mail()).map(([to]) => to)).toEqual([user.email]);
    expect(notified).toEqual([]);
  });
});

describe('the owner of a farm', () => {
  it('gets one mail about all its bins, in their language and each bin’s unit', async () => {
    const [firstBin, secondBin] = [
      await addFarmerBin({ name: 'Nord 1' }),
      await addFarmerBin({ name: 'Nord 2', temperatureUnit: 'f' }),
    ];
    await granary.db
      .updateTable('users')
      .set({ language: 'de', timezone: 'Asia/Kolkata' })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    await raise(secondBin.id);
    await raise(firstBin.id, 'warning');
    const { email } = fixtures.farmer.user;
    const { name } = fixtures.farmer.farm;
    expect(await mail()).toEqual([
      [email, `${name}: Nord 2 Hohe Temperatur, Nord 1 Hohe Temperatur`],
    ]);
    const text = mails[0]?.text ?? '';
    expect(text).toContain('KRITISCH: Hohe Temperatur: 86 °F, Grenzwert 77 °F');
    expect(text).toContain('Hohe Temperatur: 30 °C, Grenzwert 25 °C');
    const timeZone = 'Asia/Kolkata';
    const time = new Intl.DateTimeFormat('de', { timeStyle: 'short', timeZone });
    expect(text).toContain(`${time.format(granary.now())})`);
    expect(text).toContain(`\n  https://granary.example/binsensor/${secondBin.id}\n`);
    expect(text).toContain(`https://granary.example/alerts?farm=${fixtures.farmer.farm.id}`);
    expect(await mail()).toEqual([]);
  });

  it('gets later alerts together after five minutes', async () => {
    const bins = [await addFarmerBin(), await addFarmerBin(), await addFarmerBin()];
    await raise(bins[0]?.id ?? 0);
    expect(await mail()).toHaveLength(1);
    for (const bin of bins.slice(1)) {
      granary.advance(MINUTE);
      await raise(bin.id);
      expect(await mail()).toEqual([]);
    }
    granary.advance(delays.FOLLOW_UP_DELAY - 2 * MINUTE);
    expect(await mail()).toHaveLength(1);
    expect(mails[0]?.text.match(/binsensor/g)).toHaveLength(2);
  });

  it('gets another mail when a warning becomes critical, once that is announced', async () => {
    await raise((await addFarmerBin()).id, 'warning');
    expect(await mail()).toHaveLength(1);
    granary.advance(delays.FOLLOW_UP_DELAY);
    // As if a late reading showed it, which does not announce anything.
    await granary.db.updateTable('alerts').set({ severity: 'critical' }).execute();
    expect(await mail()).toEqual([]);
    await granary.db.updateTable('alerts').set({ announcedSeverity: 'critical' }).execute();
    expect(await mail()).toHaveLength(1);
    expect(mails[0]?.text).toContain('CRITICAL');
  });

  it('waits for the bins of the farm that are still to be evaluated', async () => {
    const bin = await addFarmerBin();
    await raise(bin.id);
    await markBinsOfBoard(granary.db, bin.mainBoardId);
    expect(await mail()).toEqual([]);
    granary.advance(MINUTE);
    expect(await mail()).toHaveLength(1);
  });

  it('gets one mail about a summary, which waits at most an hour for the other bins', async () => {
    const [early, late, last] = [await addFarmerBin(), await addFarmerBin(), await addFarmerBin()];
    const raiseInSummary = ({ id }: { readonly id: number }) =>
      raise(id, 'warning', 'temperature', true);
    const memories = granary.db.insertInto('alertMemories');
    const summaryBefore = new Date(granary.now());
    const values = [late, last].map(({ id }) => ({ binId: id, checkpoints: '[]', summaryBefore }));
    await memories.values(values).execute();
    await raiseInSummary(early);
    granary.advance(30 * MINUTE);
    await granary.db
      .updateTable('alertMemories')
      .set({ summaryBefore: null })
      .where('binId', '=', late.id)
      .execute();
    await raiseInSummary(late);
    expect(await mail()).toEqual([]);
    // What begins after the start does not wait.
    await raise(early.id, 'warning', 'battery-low');
    expect(await mail()).toHaveLength(1);
    expect(mails[0]?.text.match(/binsensor/g)).toHaveLength(1);
    granary.advance(30 * MINUTE - 1);
    expect(await mail()).toEqual([]);
    granary.advance(1);
    expect(await mail()).toHaveLength(1);
    expect(mails[0]?.text.match(/binsensor/g)).toHaveLength(2);
  });

  it('is reminded each day until somebody acknowledges, by mail and notification', async () => {
    const { user } = fixtures.farmer;
    await raise((await addFarmerBin()).id, 'warning');
    await mail();
    for (let day = 1; day <= 2; day++) {
      granary.advance(delays.REMINDER_INTERVAL - 1);
      expect(await mail()).toEqual([]);
      granary.advance(1);
      expect((await mail())[0]?.[1]).toMatch(/^Reminder: /);
      const title = expect.stringMatching(/^Reminder: /);
      expect(notified).toEqual(Array(day).fill({ userId: user.id, title, isUrgent: false }));
    }
    await acknowledgeAll();
    granary.advance(delays.REMINDER_INTERVAL);
    expect(await mail()).toEqual([]);
    expect(notified).toHaveLength(2);
  });

  it('is reminded although new alerts are mailed in between', async () => {
    const hours = (count: number) => granary.advance(count * HOUR);
    const old = await addFarmerBin({ name: 'Nord 1' });
    await raise(old.id, 'warning');
    await mail();
    hours(20);
    await raise((await addFarmerBin()).id, 'warning');
    expect(await mail()).toHaveLength(1);
    hours(4);
    expect((await mail())[0]?.[1]).toMatch(/^Reminder: .*Nord 1/);
  });

  it('is reminded by notification if mail is off, or the server has none', async () => {
    await raise((await addFarmerBin()).id);
    await setMailSetting(fixtures.farmer.user.id, false);
    granary.advance(delays.ESCALATION_DELAY);
    await mail();
    notified = [];
    granary.advance(delays.REMINDER_INTERVAL - delays.ESCALATION_DELAY);
    expect(await mail()).toEqual([]);
    deliversMail = false;
    granary.advance(delays.REMINDER_INTERVAL);
    await mail();
    expect(notified.map(({ isUrgent }) => isUrgent)).toEqual([true, true]);
  });

  it('gets only critical alerts in quiet hours, and the others after them', async () => {
    const hour = (hours: number) =>
      new Date(granary.now() + hours * HOUR).toISOString().slice(11, 16);
    await granary.db
      .updateTable('users')
      .set({ quietFrom: hour(-1), quietUntil: hour(2), timezone: 'UTC' })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    await raise((await addFarmerBin()).id, 'warning');
    expect(await mail()).toEqual([]);
    await raise((await addFarmerBin()).id, 'critical');
    expect(await mail()).toHaveLength(1);
    await raise((await addFarmerBin()).id, 'warning');
    granary.advance(delays.FOLLOW_UP_DELAY);
    expect(await mail()).toEqual([]);
    await acknowledgeAll();
    granary.advance(2 * HOUR - delays.FOLLOW_UP_DELAY);
    expect(await mail()).toHaveLength(1);
  });

  it('gets no mail after turning it off, or about alerts that nobody was notified of', async () => {
    await raise((await addFarmerBin()).id, 'warning');
    await setMailSetting(fixtures.farmer.user.id, false);
    expect(await mail()).toEqual([]);
    await setMailSetting(fixtures.farmer.user.id, true);
    await granary.db.updateTable('alerts').set({ announcedAt: null }).execute();
    expect(await mail()).toEqual([]);
  });
});

describe('a critical alert without a response', () => {
  it('is mailed to the distributor once after two hours', async () => {
    await raise((await addFarmerBin()).id);
    await mail();
    granary.advance(delays.ESCALATION_DELAY - 1);
    expect(await mail()).toEqual([]);
    granary.advance(1);
    const [[to, subject] = [], ...others] = await mail();
    expect(others).toEqual([]);
    expect(to).toBe(fixtures.distributor.email);
    expect(subject).toMatch(/^No response: /);
    expect(mails[0]?.text).toContain('No one acknowledged');
    // Distributors have no switches in their profile.
    expect(mails[0]?.text).not.toContain('in your profile');
    granary.advance(HOUR);
    expect(await mail()).toEqual([]);
  });

  it('is not mailed to the distributor if it was acknowledged, or is a warning', async () => {
    await raise((await addFarmerBin()).id);
    await raise((await addFarmerBin()).id, 'warning');
    await mail();
    await granary.db
      .updateTable('alerts')
      .set({ acknowledgedAt: new Date(granary.now()) })
      .where('severity', '=', 'critical')
      .execute();
    granary.advance(delays.ESCALATION_DELAY);
    expect(await mail()).toEqual([]);
  });

  it('goes to the owner again if the distributor does not want mails about critical alerts', async () => {
    const { user } = fixtures.farmer;
    await granary.db
      .updateTable('users')
      .set({ escalates: false })
      .where('id', '=', user.id)
      .execute();
    await raise((await addFarmerBin()).id);
    await mail();
    granary.advance(delays.ESCALATION_DELAY);
    expect((await mail()).map(([to]) => to)).toEqual([user.email]);
  });

  it.each([true, false])(
    'goes to the owner again through all channels if there is no distributor, mail server: %s',
    async (hasMail) => {
      await granary.db
        .updateTable('users')
        .set({ distributorId: null })
        .where('id', '=', fixtures.farmer.user.id)
        .execute();
      await raise((await addFarmerBin()).id);
      await mail();
      granary.advance(delays.ESCALATION_DELAY);
      const { user } = fixtures.farmer;
      await granary.db
        .updateTable('alerts')
        .set({ textedAt: new Date(granary.now()) })
        .execute();
      deliversMail = hasMail;
      expect((await mail()).map(([to]) => to)).toEqual(hasMail ? [user.email] : []);
      const title = expect.stringMatching(/^No response: /);
      expect(notified).toEqual([{ userId: user.id, title, isUrgent: true }]);
      const { textedAt } = await granary.db
        .selectFrom('alerts')
        .select('textedAt')
        .executeTakeFirstOrThrow();
      expect(textedAt).toBeNull();
      await mail();
      expect(notified).toHaveLength(1);
    },
  );

  it("goes to the owner's current distributor", async () => {
    await raise((await addFarmerBin()).id);
    await mail();
    await granary.db
      .updateTable('users')
      .set({ distributorId: fixtures.otherDistributor.id })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    granary.advance(delays.ESCALATION_DELAY);
    expect((await mail())[0]?.[0]).toBe(fixtures.otherDistributor.email);
  });
});

describe('a server with a mail server', () => {
  it('mails an alert about a reading to the owner', async () => {
    const smtp = await startSmtp();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'g@granary.example' };
    const mailApp = await createTestApp({ env });
    await mailApp.start();
    const { user, farm } = (await addCustomerFixtures(mailApp.db)).farmer;
    const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
    const bin = await addBin(mailApp.db, farm.id, { name: 'Home 4', ...temperature }, [{}]);
    const hot = { date_time: new Date(mailApp.now()).toISOString(), temp_reading: [[20, 30]] };
    await storeReports(mailApp.db, bin, [hot], mailApp.now());
    mailApp.runRepeatedJobs();
    const { data } = await smtp.waitForMail(user.email);
    expect(data).toContain(`Subject: ${farm.name}: Home 4 High temperature`);
    await mailApp.dispose();
    await smtp.close();
  });
});
