import { LANGUAGES } from '@granary/contract/accounts/http';
import type { ContactChannel, ContactSeverity } from '@granary/domain/farm-contacts/farm-contact';
import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { alertContacts } from './alert-contacts.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let bin: TestBin;
let sentTextCount: number;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('alerts').execute();
  await granary.db.deleteFrom('alertMarks').execute();
  await granary.db.deleteFrom('farmContacts').execute();
  fixtures = await addCustomerFixtures(granary.db);
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Nord 1' }, []);
  sentTextCount = 0;
});

/** Adds a contact who has just confirmed; returns their address. */
async function addContact(
  channel: ContactChannel = 'mail',
  minSeverity: ContactSeverity = 'warning',
  values: { readonly confirmedAt?: null; readonly optedOutAt?: Date } = {},
): Promise<string> {
  const address = channel === 'mail' ? 'maria@farm.example' : '+491711234567';
  await granary.db
    .insertInto('farmContacts')
    .values({
      farmId: fixtures.farmer.farm.id,
      name: 'Maria',
      channel,
      address,
      minSeverity,
      language: 'de',
      confirmedAt: new Date(granary.now()),
      ...values,
    })
    .execute();
  return address;
}

async function raiseAlert(
  severity: 'critical' | 'warning',
  rule: 'temperature' | 'co2' = 'temperature',
): Promise<number> {
  const at = new Date(granary.now());
  const { id } = await granary.db
    .insertInto('alerts')
    .values({
      binId: bin.id,
      rule,
      severity,
      since: at,
      raisedAt: at,
      announcedSeverity: severity,
      announcedAt: at,
      value: 30,
      limitValue: 25,
      sensors: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends the messages that are due, and returns them. */
async function sendDueMessages(
  hasLinks = true,
): Promise<{ readonly to: string; readonly text: string }[]> {
  const dueMessages: { readonly to: string; readonly text: string }[] = [];
  await alertContacts(
    {
      db: granary.db,
      now: granary.now,
      toLanguage: (stored) => LANGUAGES.find((language) => language === stored) ?? 'en',
      formatMessage,
      createOptOutLink: (id) => (hasLinks ? `https://granary.example/stop#${id}` : null),
      deliversMail: true,
      sendsSms: true,
      addMail: async (_, { to, text }) => void dueMessages.push({ to, text }),
      countAlertTexts: async () => sentTextCount,
      addSms: async (_, sms) => void dueMessages.push(sms),
      failed: (error) => expect.unreachable(String(error)),
    },
    new AbortController().signal,
  );
  return dueMessages;
}

describe('a person without an account', () => {
  it("gets each of the farm's alerts once, in their language, with a link to unsubscribe", async () => {
    const address = await addContact();
    await raiseAlert('warning');
    const [mail, ...others] = await sendDueMessages();
    expect(others).toEqual([]);
    expect(mail?.to).toBe(address);
    expect(mail?.text).toContain('Nord 1');
    expect(mail?.text).toContain('Hohe Temperatur: 30 °C, Grenzwert 25 °C');
    expect(mail?.text).toMatch(
      /Alarme zu diesem Betrieb abbestellen: https:\/\/granary\.example\/stop#\d+\n$/,
    );
    expect(mail?.text).not.toContain('binsensor');
    granary.advance(HOUR);
    expect(await sendDueMessages()).toEqual([]);
    await raiseAlert('warning', 'co2');
    const [next] = await sendDueMessages();
    expect(next?.text).toContain('CO₂');
    expect(next?.text).not.toContain('Hohe Temperatur');
  });

  it('gets an alert again when it becomes critical, five minutes after the last message', async () => {
    await addContact();
    const id = await raiseAlert('warning');
    expect(await sendDueMessages()).toHaveLength(1);
    await granary.db
      .updateTable('alerts')
      .set({ severity: 'critical', announcedSeverity: 'critical' })
      .where('id', '=', id)
      .execute();
    granary.advance(5 * MINUTE - 1);
    expect(await sendDueMessages()).toEqual([]);
    granary.advance(1);
    expect((await sendDueMessages())[0]?.text).toContain('KRITISCH');
    granary.advance(HOUR);
    expect(await sendDueMessages()).toEqual([]);
  });

  it('gets only alerts that are at least as severe as chosen and were raised after they confirmed', async () => {
    await raiseAlert('critical');
    granary.advance(1);
    await addContact('mail', 'critical');
    await raiseAlert('warning', 'co2');
    expect(await sendDueMessages()).toEqual([]);
    await granary.db.deleteFrom('alerts').execute();
    await raiseAlert('critical');
    expect(await sendDueMessages()).toHaveLength(1);
  });

  it('gets nothing before confirming, after opting out, or once somebody has acknowledged the alert', async () => {
    const id = await raiseAlert('critical');
    await addContact('mail', 'warning', { confirmedAt: null });
    expect(await sendDueMessages()).toEqual([]);
    await granary.db.deleteFrom('farmContacts').execute();
    await addContact('mail', 'warning', { optedOutAt: new Date(granary.now()) });
    expect(await sendDueMessages()).toEqual([]);
    await granary.db.updateTable('farmContacts').set({ optedOutAt: null }).execute();
    await granary.db
      .updateTable('alerts')
      .set({ acknowledgedAt: new Date(granary.now()) })
      .where('id', '=', id)
      .execute();
    expect(await sendDueMessages()).toEqual([]);
  });

  it('gets at most ten text messages a day, each with an unsubscribe link', async () => {
    const address = await addContact('sms', 'critical');
    await raiseAlert('critical');
    sentTextCount = 10;
    expect(await sendDueMessages()).toEqual([]);
    sentTextCount = 9;
    const { farm } = fixtures.farmer;
    const [sms] = await sendDueMessages();
    expect(sms?.to).toBe(address);
    expect(sms?.text).toMatch(/^KRITISCH: /);
    expect(sms?.text).toContain(`${farm.name}: Nord 1: Hohe Temperatur: 30 °C`);
    expect(sms?.text).toMatch(/\nAbbestellen: https:\/\/granary\.example\/stop#\d+$/);
  });

  it('gets nothing while the server has no public URL for the unsubscribe link', async () => {
    await addContact();
    await raiseAlert('critical');
    expect(await sendDueMessages(false)).toEqual([]);
    expect(await sendDueMessages()).toHaveLength(1);
  });
});
