import { LANGUAGES } from '@granary/contract/accounts/http';
import type { AlertRule } from '@granary/domain/alerts/alert';
import * as delays from '@granary/domain/alerts/alert-mail';
import { HOUR, MINUTE } from '@granary/domain/units';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { startSmtpServer } from '../../test/support/smtp-server.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { Mail } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import type { NewBin, Tables } from '../platform/postgres/tables.ts';
import { mailAlerts } from './mail-alerts.ts';
import { markBinsOfBoard } from './marks-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let mails: Mail[];
let notifications: {
  readonly userId: number;
  readonly title: string;
  readonly isUrgent: boolean;
}[];
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
  notifications = [];
  deliversMail = true;
});

const addFarmerBin = (values: Partial<NewBin> = {}) =>
  addBin(granary.db, fixtures.farmer.farm.id, values, []);

/** Adds an alert about a bin whose owner was just notified. */
async function raiseAlert(
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

/** Writes the mails that are due, and returns the recipient and subject of each. */
async function writeDueMails(
  publicUrl: string | null = 'https://granary.example/',
): Promise<string[][]> {
  const errors: unknown[] = [];
  mails = [];
  await mailAlerts(
    {
      db: granary.db,
      now: granary.now,
      publicUrl,
      deliversMail,
      notify: async (_, { userId, title }, isUrgent) =>
        notifications.push({ userId, title, isUrgent }),
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

const changeFarmer = (changes: Updateable<Tables['users']>) =>
  granary.db.updateTable('users').set(changes).where('id', '=', fixtures.farmer.user.id).execute();

describe('a new bin without data', () => {
  it('is reported once to the dealer and not to the owner, even if escalation is turned off for the owner', async () => {
    const { distributor, farmer } = fixtures;
    await changeFarmer({ escalates: false });
    const bin = await addFarmerBin({ name: 'Nord 1' });
    await raiseAlert(bin.id, 'warning', 'never-reported');
    granary.advance(1);
    const title = `${farmer.farm.name}: Nord 1 No data since the bin was added`;
    expect(await writeDueMails()).toEqual([[distributor.email, title]]);
    expect(mails[0]?.text).toContain('Check its board, board key and bin number.');
    expect(mails[0]?.text).not.toContain('You can turn these emails off');
    expect(notifications).toEqual([{ userId: distributor.id, title, isUrgent: false }]);
    granary.advance(delays.REMINDER_INTERVAL);
    expect(await writeDueMails()).toEqual([]);
  });

  it('is reported to the owner if there is no dealer', async () => {
    const { user } = fixtures.farmer;
    await changeFarmer({ distributorId: null });
    const bin = await addFarmerBin();
    await raiseAlert(bin.id, 'warning', 'never-reported');
    expect((await writeDueMails()).map(([to]) => to)).toEqual([user.email]);
    expect(notifications).toEqual([]);
  });
});

describe('the owner of a farm', () => {
  it('gets one mail about all bins of the farm, in their language and in each bin’s unit', async () => {
    const [firstBin, secondBin] = [
      await addFarmerBin({ name: 'Nord 1' }),
      await addFarmerBin({ name: 'Nord 2', temperatureUnit: 'f' }),
    ];
    await changeFarmer({ language: 'de', timezone: 'Asia/Kolkata' });
    await raiseAlert(secondBin.id);
    await raiseAlert(firstBin.id, 'warning');
    const { email } = fixtures.farmer.user;
    const { name } = fixtures.farmer.farm;
    expect(await writeDueMails()).toEqual([
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
    expect(await writeDueMails()).toEqual([]);
  });

  it('gets later alerts together after five minutes', async () => {
    const bins = [await addFarmerBin(), await addFarmerBin(), await addFarmerBin()];
    await raiseAlert(bins[0]?.id ?? 0);
    expect(await writeDueMails()).toHaveLength(1);
    for (const bin of bins.slice(1)) {
      granary.advance(MINUTE);
      await raiseAlert(bin.id);
      expect(await writeDueMails()).toEqual([]);
    }
    granary.advance(delays.FOLLOW_UP_DELAY - 2 * MINUTE);
    expect(await writeDueMails()).toHaveLength(1);
    expect(mails[0]?.text.match(/binsensor/g)).toHaveLength(2);
  });

  it('gets another mail when a warning becomes critical, once that is announced', async () => {
    await raiseAlert((await addFarmerBin()).id, 'warning');
    expect(await writeDueMails()).toHaveLength(1);
    granary.advance(delays.FOLLOW_UP_DELAY);
    // As if a late reading had made the alert critical; alerts from late readings are not announced.
    await granary.db.updateTable('alerts').set({ severity: 'critical' }).execute();
    expect(await writeDueMails()).toEqual([]);
    await granary.db.updateTable('alerts').set({ announcedSeverity: 'critical' }).execute();
    expect(await writeDueMails()).toHaveLength(1);
    expect(mails[0]?.text).toContain('CRITICAL');
  });

  it('waits for the bins of the farm that are still to be evaluated', async () => {
    const bin = await addFarmerBin();
    await raiseAlert(bin.id);
    await markBinsOfBoard(granary.db, bin.mainBoardId);
    expect(await writeDueMails()).toEqual([]);
    granary.advance(MINUTE);
    expect(await writeDueMails()).toHaveLength(1);
  });

  it('gets the summary in one mail, which waits at most an hour for the other bins', async () => {
    const [earlyBin, lateBin, lastBin] = [
      await addFarmerBin(),
      await addFarmerBin(),
      await addFarmerBin(),
    ];
    const raiseInSummary = ({ id }: { readonly id: number }) =>
      raiseAlert(id, 'warning', 'temperature', true);
    const memories = granary.db.insertInto('alertMemories');
    const summaryBefore = new Date(granary.now());
    const values = [lateBin, lastBin].map(({ id }) => ({
      binId: id,
      checkpoints: '[]',
      summaryBefore,
    }));
    await memories.values(values).execute();
    await raiseInSummary(earlyBin);
    granary.advance(30 * MINUTE);
    await granary.db
      .updateTable('alertMemories')
      .set({ summaryBefore: null })
      .where('binId', '=', lateBin.id)
      .execute();
    await raiseInSummary(lateBin);
    expect(await writeDueMails()).toEqual([]);
    // An alert that is not part of the summary does not wait.
    await raiseAlert(earlyBin.id, 'warning', 'battery-low');
    expect(await writeDueMails()).toHaveLength(1);
    expect(mails[0]?.text.match(/binsensor/g)).toHaveLength(1);
    granary.advance(30 * MINUTE - 1);
    expect(await writeDueMails()).toEqual([]);
    granary.advance(1);
    expect(await writeDueMails()).toHaveLength(1);
    expect(mails[0]?.text.match(/binsensor/g)).toHaveLength(2);
  });

  it('is reminded by mail and notification every day until someone acknowledges the alert', async () => {
    const { user } = fixtures.farmer;
    await raiseAlert((await addFarmerBin()).id, 'warning');
    await writeDueMails();
    for (let day = 1; day <= 2; day++) {
      granary.advance(delays.REMINDER_INTERVAL - 1);
      expect(await writeDueMails()).toEqual([]);
      granary.advance(1);
      expect((await writeDueMails())[0]?.[1]).toMatch(/^Reminder: /);
      const title = expect.stringMatching(/^Reminder: /);
      expect(notifications).toEqual(Array(day).fill({ userId: user.id, title, isUrgent: false }));
    }
    await acknowledgeAll();
    granary.advance(delays.REMINDER_INTERVAL);
    expect(await writeDueMails()).toEqual([]);
    expect(notifications).toHaveLength(2);
  });

  it('is reminded even if new alerts are mailed in between', async () => {
    const advanceHours = (count: number) => granary.advance(count * HOUR);
    const oldBin = await addFarmerBin({ name: 'Nord 1' });
    await raiseAlert(oldBin.id, 'warning');
    await writeDueMails();
    advanceHours(20);
    await raiseAlert((await addFarmerBin()).id, 'warning');
    expect(await writeDueMails()).toHaveLength(1);
    advanceHours(4);
    expect((await writeDueMails())[0]?.[1]).toMatch(/^Reminder: .*Nord 1/);
  });

  it('is reminded by notification if mail is off, or the server cannot send it', async () => {
    await raiseAlert((await addFarmerBin()).id);
    await changeFarmer({ notifiesByEmail: false });
    granary.advance(delays.ESCALATION_DELAY);
    await writeDueMails();
    notifications = [];
    granary.advance(delays.REMINDER_INTERVAL - delays.ESCALATION_DELAY);
    expect(await writeDueMails()).toEqual([]);
    deliversMail = false;
    granary.advance(delays.REMINDER_INTERVAL);
    await writeDueMails();
    expect(notifications.map(({ isUrgent }) => isUrgent)).toEqual([true, true]);
  });

  it('gets only critical alerts during quiet hours, and the others afterward', async () => {
    const formatHour = (hours: number) =>
      new Date(granary.now() + hours * HOUR).toISOString().slice(11, 16);
    await changeFarmer({ quietFrom: formatHour(-1), quietUntil: formatHour(2), timezone: 'UTC' });
    await raiseAlert((await addFarmerBin()).id, 'warning');
    expect(await writeDueMails()).toEqual([]);
    await raiseAlert((await addFarmerBin()).id, 'critical');
    expect(await writeDueMails()).toHaveLength(1);
    await raiseAlert((await addFarmerBin()).id, 'warning');
    granary.advance(delays.FOLLOW_UP_DELAY);
    expect(await writeDueMails()).toEqual([]);
    await acknowledgeAll();
    granary.advance(2 * HOUR - delays.FOLLOW_UP_DELAY);
    expect(await writeDueMails()).toHaveLength(1);
  });

  it('gets no mail after turning it off, or about alerts that were not announced', async () => {
    await raiseAlert((await addFarmerBin()).id, 'warning');
    await changeFarmer({ notifiesByEmail: false });
    expect(await writeDueMails()).toEqual([]);
    await changeFarmer({ notifiesByEmail: true });
    await granary.db.updateTable('alerts').set({ announcedAt: null }).execute();
    expect(await writeDueMails()).toEqual([]);
  });
});

describe('an alert', () => {
  it('is mailed to the distributor once if it is critical and nobody responds within two hours', async () => {
    await raiseAlert((await addFarmerBin()).id);
    await writeDueMails();
    granary.advance(delays.ESCALATION_DELAY - 1);
    expect(await writeDueMails()).toEqual([]);
    granary.advance(1);
    const [[to, subject] = [], ...others] = await writeDueMails();
    expect(others).toEqual([]);
    expect(to).toBe(fixtures.distributor.email);
    expect(subject).toMatch(/^No response: /);
    expect(mails[0]?.text).toContain('No one acknowledged');
    // Distributors turn these emails off for each customer, not in their profile.
    expect(mails[0]?.text).not.toContain('in your profile');
    granary.advance(HOUR);
    expect(await writeDueMails()).toEqual([]);
  });

  it('is not mailed to the distributor if it was acknowledged, or is a warning', async () => {
    await raiseAlert((await addFarmerBin()).id);
    await raiseAlert((await addFarmerBin()).id, 'warning');
    await writeDueMails();
    await granary.db
      .updateTable('alerts')
      .set({ acknowledgedAt: new Date(granary.now()) })
      .where('severity', '=', 'critical')
      .execute();
    granary.advance(delays.ESCALATION_DELAY);
    expect(await writeDueMails()).toEqual([]);
  });

  it('goes to the owner again if escalation to the distributor is turned off', async () => {
    const { user } = fixtures.farmer;
    await changeFarmer({ escalates: false });
    await raiseAlert((await addFarmerBin()).id);
    await writeDueMails();
    granary.advance(delays.ESCALATION_DELAY);
    expect((await writeDueMails()).map(([to]) => to)).toEqual([user.email]);
  });

  it.each([true, false])(
    'goes to the owner again through all channels if there is no distributor, mail server: %s',
    async (hasMail) => {
      await changeFarmer({ distributorId: null });
      await raiseAlert((await addFarmerBin()).id);
      await writeDueMails();
      granary.advance(delays.ESCALATION_DELAY);
      const { user } = fixtures.farmer;
      await granary.db
        .updateTable('alerts')
        .set({ textedAt: new Date(granary.now()) })
        .execute();
      deliversMail = hasMail;
      expect((await writeDueMails()).map(([to]) => to)).toEqual(hasMail ? [user.email] : []);
      const title = expect.stringMatching(/^No response: /);
      expect(notifications).toEqual([{ userId: user.id, title, isUrgent: true }]);
      const { textedAt } = await granary.db
        .selectFrom('alerts')
        .select('textedAt')
        .executeTakeFirstOrThrow();
      expect(textedAt).toBeNull();
      await writeDueMails();
      expect(notifications).toHaveLength(1);
    },
  );

  it("goes to the owner's current distributor", async () => {
    await raiseAlert((await addFarmerBin()).id);
    await writeDueMails();
    await changeFarmer({ distributorId: fixtures.otherDistributor.id });
    granary.advance(delays.ESCALATION_DELAY);
    expect((await writeDueMails())[0]?.[0]).toBe(fixtures.otherDistributor.email);
  });
});

describe('a server with a mail server', () => {
  it('mails an alert about a reading to the owner', async () => {
    const smtp = await startSmtpServer();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'g@granary.example' };
    const mailApp = await createTestApp({ env });
    await mailApp.start();
    const { user, farm } = (await addCustomerFixtures(mailApp.db)).farmer;
    const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
    const bin = await addBin(mailApp.db, farm.id, { name: 'Home 4', ...temperature }, [{}]);
    const hotReport = {
      date_time: new Date(mailApp.now()).toISOString(),
      temp_reading: [[20, 30]],
    };
    await storeReports(mailApp.db, bin, [hotReport], mailApp.now());
    const { data, to } = await vi.waitUntil(() => {
      mailApp.runRepeatedJobs();
      return smtp.mails[0];
    }, 20_000);
    expect(to).toBe(user.email);
    expect(data).toContain(`Subject: ${farm.name}: Home 4 High temperature`);
    await mailApp.dispose();
    await smtp.close();
  });
});
