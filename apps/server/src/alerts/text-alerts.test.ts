import { LANGUAGES } from '@granary/contract/accounts/http';
import { alertRules } from '@granary/domain/alerts/alert';
import { FOLLOW_UP_DELAY } from '@granary/domain/alerts/alert-mail';
import { MAX_TEXTS_PER_DAY } from '@granary/domain/notifications/phone-number';
import { MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { startSmsGateway } from '../../test/support/sms-gateway.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import type { NewBin } from '../platform/postgres/tables.ts';
import type { MailedAlert } from './alert-mail.ts';
import { writeAlertSms } from './alert-sms.ts';
import { textAlerts } from './text-alerts.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let texts: { readonly to: string; readonly text: string }[];
let sentTextCount: number;

const NUMBER = '+12045550100';

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('alerts').execute();
  fixtures = await addCustomerFixtures(granary.db);
  await addNumber(granary, fixtures.farmer.user.id);
  sentTextCount = 0;
});

async function addNumber({ db, now }: TestApp, userId: number): Promise<void> {
  const confirmedAt = new Date(now());
  await db.updateTable('users').set({ notifiesBySms: true }).where('id', '=', userId).execute();
  await db
    .insertInto('smsNumbers')
    .values({
      userId,
      number: NUMBER,
      confirmedAt,
      newNumber: null,
      codeHash: null,
      codeExpiresAt: null,
    })
    .execute();
}

const addFarmerBin = (values: Partial<NewBin> = {}) =>
  addBin(granary.db, fixtures.farmer.farm.id, values, []);

/** Adds an alert about a bin whose owner was just notified. */
async function raiseAlert(binId: number, severity: 'critical' | 'warning' = 'critical') {
  const at = new Date(granary.now());
  await granary.db
    .insertInto('alerts')
    .values({
      binId,
      rule: 'temperature',
      severity,
      since: at,
      raisedAt: at,
      announcedSeverity: severity,
      announcedAt: at,
      value: 30,
      limitValue: 25,
      sensors: '[]',
    })
    .execute();
}

/** Sends the text messages that are due, and returns their contents. */
async function sendDueTexts(): Promise<string[]> {
  texts = [];
  await textAlerts(
    {
      db: granary.db,
      now: granary.now,
      publicUrl: 'https://granary.example/',
      toLanguage: (stored) => LANGUAGES.find((language) => language === stored) ?? 'en',
      formatMessage,
      countAlertTexts: async () => sentTextCount,
      addSms: async (_, sms) => {
        sentTextCount += 1;
        texts.push(sms);
      },
      failed: (error) => expect.unreachable(String(error)),
    },
    new AbortController().signal,
  );
  return texts.map((sms) => sms.text);
}

describe('the owner of a farm', () => {
  it('gets one text about all critical alerts of the farm, in their language and in each bin’s unit', async () => {
    const firstBin = await addFarmerBin({ name: 'Nord 1' });
    const secondBin = await addFarmerBin({ name: 'Nord 2', temperatureUnit: 'f' });
    const { user, farm } = fixtures.farmer;
    await granary.db
      .updateTable('users')
      .set({ language: 'de' })
      .where('id', '=', user.id)
      .execute();
    await raiseAlert(firstBin.id);
    await raiseAlert(secondBin.id);
    expect(await sendDueTexts()).toEqual([
      `KRITISCH: ${farm.name}: Nord 1: Hohe Temperatur: 30 °C, Grenzwert 25 °C; ` +
        'Nord 2: Hohe Temperatur: 86 °F, Grenzwert 77 °F\n' +
        `https://granary.example/alerts?farm=${farm.id}`,
    ]);
    expect(texts[0]?.to).toBe(NUMBER);
    expect(await sendDueTexts()).toEqual([]);
  });

  it('gets later alerts in one text after five minutes', async () => {
    await raiseAlert((await addFarmerBin()).id);
    expect(await sendDueTexts()).toHaveLength(1);
    granary.advance(MINUTE);
    const next = await addFarmerBin();
    await raiseAlert(next.id);
    expect(await sendDueTexts()).toEqual([]);
    granary.advance(FOLLOW_UP_DELAY - MINUTE);
    expect((await sendDueTexts())[0]).toContain(`\nhttps://granary.example/binsensor/${next.id}`);
  });

  it('gets no texts about warnings or acknowledged alerts', async () => {
    await raiseAlert((await addFarmerBin()).id, 'warning');
    expect(await sendDueTexts()).toEqual([]);
    await granary.db
      .updateTable('alerts')
      .set({
        severity: 'critical',
        announcedSeverity: 'critical',
        acknowledgedAt: new Date(granary.now()),
      })
      .execute();
    expect(await sendDueTexts()).toEqual([]);
  });

  it('gets no texts after turning them off, or about alerts announced before the number was confirmed', async () => {
    const { id } = fixtures.farmer.user;
    await raiseAlert((await addFarmerBin()).id);
    const setSmsEnabled = (notifiesBySms: boolean) =>
      granary.db.updateTable('users').set({ notifiesBySms }).where('id', '=', id).execute();
    await setSmsEnabled(false);
    expect(await sendDueTexts()).toEqual([]);
    await setSmsEnabled(true);
    granary.advance(1);
    const confirmedAt = new Date(granary.now());
    await granary.db.updateTable('smsNumbers').set({ confirmedAt }).execute();
    expect(await sendDueTexts()).toEqual([]);
  });

  it('gets at most ten texts a day, and the last one mentions the limit', async () => {
    sentTextCount = MAX_TEXTS_PER_DAY - 1;
    await raiseAlert((await addFarmerBin()).id);
    expect((await sendDueTexts())[0]).toContain('Daily limit of 10 texts reached.');
    granary.advance(FOLLOW_UP_DELAY);
    await raiseAlert((await addFarmerBin()).id);
    expect(await sendDueTexts()).toEqual([]);
    sentTextCount = 0;
    expect(await sendDueTexts()).toHaveLength(1);
  });
});

describe('a server with an SMS gateway', () => {
  it('texts a critical alert to the owner, and counts the texts it sent in the last day', async () => {
    const gateway = await startSmsGateway();
    const textApp = await createTestApp({ env: { SMS_URL: gateway.url } });
    await textApp.start();
    const { user, farm } = (await addCustomerFixtures(textApp.db)).farmer;
    await addNumber(textApp, user.id);
    const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
    const bin = await addBin(textApp.db, farm.id, { name: 'Home 4', ...temperature }, [{}]);
    const at = new Date(textApp.now());
    const sentText = { number: NUMBER, userId: null, purpose: 'alert' as const, at };
    const earlierTexts = [...Array(MAX_TEXTS_PER_DAY - 1).keys()].map(() => sentText);
    await textApp.db.insertInto('smsSent').values(earlierTexts).execute();
    const hotReport = { date_time: at.toISOString(), temp_reading: [[20, 30]] };
    await storeReports(textApp.db, bin, [hotReport], textApp.now());
    const { text: received, id } = await vi.waitUntil(() => {
      textApp.runRepeatedJobs();
      return gateway.received[0];
    }, 20_000);
    expect(received).toContain('Home 4: High temperature: 30 °C');
    expect(received).toContain('Daily limit of 10 texts reached.');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await textApp.dispose();
    await gateway.close();
  });
});

describe('the text of a message', () => {
  const alert: MailedAlert = {
    id: 1,
    binId: 4,
    mainBoardId: 'board-1',
    binName: '{{secret}}\r\nTo: +1\u202e$t(smsCode)',
    temperatureUnit: 'c',
    rule: 'hot-spot',
    severity: 'critical',
    value: 6,
    limitValue: 5,
    since: new Date('2026-11-24T05:30:00Z'),
  };
  const sms = { farmId: 1, farmName: 'Home', alerts: [alert], isLast: true };

  it.each(LANGUAGES)('is complete in %s for every rule, and puts names on one line', (language) => {
    for (const rule of alertRules) {
      const alerts = [{ ...alert, rule }];
      const lines = writeAlertSms({ ...sms, alerts }, language, null, formatMessage).split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toContain('{{secret}} To: +1 $t(smsCode)');
      expect(lines.join('').replace('{{secret}}', '')).not.toMatch(/undefined|alert[A-Z]|\{\{/);
    }
  });

  it('stays short for long names and many alerts, and shows how many alerts it omits', () => {
    const alerts = [...Array(50).keys()].map((binId) => ({
      ...alert,
      binId,
      mainBoardId: 'board-1',
      binName: '🌾'.repeat(200),
    }));
    const longSms = { ...sms, farmName: 'F'.repeat(200), alerts };
    const text = writeAlertSms(longSms, 'en', 'https://granary.example', formatMessage);
    expect(text.length).toBeLessThan(460);
    expect(text).toMatch(/ \+\d\d\n/);
    expect(text).toMatch(/\nhttps:\/\/granary\.example\/alerts\?farm=1$/);
    expect(encodeURIComponent(text)).toContain('%E2%80%A6');
  });
});
