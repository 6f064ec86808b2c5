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
let textsInDay: number;

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
  textsInDay = 0;
});

/** Adds a contact who confirmed now; returns their address. */
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

async function raise(
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

/** Sends what is due, and returns it. */
async function send(hasLinks = true): Promise<{ readonly to: string; readonly text: string }[]> {
  const sent: { readonly to: string; readonly text: string }[] = [];
  await alertContacts(
    {
      db: granary.db,
      now: granary.now,
      toLanguage: (stored) => LANGUAGES.find((language) => language === stored) ?? 'en',
      formatMessage,
      createOptOutLink: (id) => (hasLinks ? `https://granary.example/stop#${id}` : null),
      deliversMail: true,
      sendsSms: true,
      addMail: async (_, { to, text }) => void sent.push({ to, text }),
      countAlertTexts: async () => textsInDay,
      addSms: async (_, sms) => void sent.push(sms),
      failed: (error) => expect.unreachable(String(error)),
    },
    new AbortController().signal,
  );
  return sent;
}

describe('a person without an account', () => {
  it('gets each alert of the farm once, in their language, with a link to stop', async () => {
    const address = await addContact();
    await raise('warning');
    const [mail, ...others] = await send();
    expect(others).toEqual([]);
    expect(mail?.to).toBe(address);
    expect(mail?.text).toContain('Nord 1');
    expect(mail?.text).toContain('Hohe Temperatur: 30 °C, Grenzwert 25 °C');
    expect(mail?.text).toMatch(
      /Alarme zu diesem Betrieb abbestellen: https:\/\/granary\.example\/stop#\d+\n$/,
    );
    expect(mail?.text).not.toContain('binsensor');
    granary.advance(HOUR);
    expect(await send()).toEqual([]);
    await raise('warning', 'co2');
    const [next] = await send();
    expect(next?.text).toContain('CO₂');
    expect(next?.text).not.toContain('Hohe Temperatur');
  });

  it('gets an alert again when it becomes critical, and later alerts together', async () => {
    await addContact();
    const id = await raise('warning');
    expect(await send()).toHaveLength(1);
    await granary.db
      .updateTable('alerts')
      .set({ severity: 'critical', announcedSeverity: 'critical' })
      .where('id', '=', id)
      .execute();
    granary.advance(5 * MINUTE - 1);
    expect(await send()).toEqual([]);
    granary.advance(1);
    expect((await send())[0]?.text).toContain('KRITISCH');
    granary.advance(HOUR);
    expect(await send()).toEqual([]);
  });

  it('gets only alerts that are at least as severe as chosen and were raised after they confirmed', async () => {
    await raise('critical');
    granary.advance(1);
    await addContact('mail', 'critical');
    await raise('warning', 'co2');
    expect(await send()).toEqual([]);
    await granary.db.deleteFrom('alerts').execute();
    await raise('critical');
    expect(await send()).toHaveLength(1);
  });

  it('gets nothing before confirming, after opting out, or once somebody acknowledged the alert', async () => {
    const id = await raise('critical');
    await addContact('mail', 'warning', { confirmedAt: null });
    expect(await send()).toEqual([]);
    await granary.db.deleteFrom('farmContacts').execute();
    await addContact('mail', 'warning', { optedOutAt: new Date(granary.now()) });
    expect(await send()).toEqual([]);
    await granary.db.updateTable('farmContacts').set({ optedOutAt: null }).execute();
    await granary.db
      .updateTable('alerts')
      .set({ acknowledgedAt: new Date(granary.now()) })
      .where('id', '=', id)
      .execute();
    expect(await send()).toEqual([]);
  });

  it('gets at most ten text messages a day, with the link', async () => {
    const address = await addContact('sms', 'critical');
    await raise('critical');
    textsInDay = 10;
    expect(await send()).toEqual([]);
    textsInDay = 9;
    const { farm } = fixtures.farmer;
    const [sms] = await send();
    expect(sms?.to).toBe(address);
    expect(sms?.text).toMatch(/^KRITISCH: /);
    expect(sms?.text).toContain(`${farm.name}: Nord 1: Hohe Temperatur: 30 °C`);
    expect(sms?.text).toMatch(/\nAbbestellen: https:\/\/granary\.example\/stop#\d+$/);
  });

  it('gets nothing while the server has no address for the link', async () => {
    await addContact();
    await raise('critical');
    expect(await send(false)).toEqual([]);
    expect(await send()).toHaveLength(1);
  });
});
