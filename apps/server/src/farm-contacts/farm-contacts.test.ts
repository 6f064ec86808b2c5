import { LANGUAGES } from '@granary/contract/accounts/http';
import { HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { startSmsGateway, type TestSmsGateway } from '../../test/support/sms-gateway.ts';
import { startSmtpServer, type TestSmtpServer } from '../../test/support/smtp-server.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { formatMessage } from '../platform/http/error-message.ts';

let granary: TestApp;
let gateway: TestSmsGateway;
let smtp: TestSmtpServer;
let fixtures: CustomerFixtures;
let token: string;
let contactCount = 0;
const errorReplies: Record<string, string> = {};

interface WireContacts {
  readonly available_channels: readonly string[];
  readonly contacts: readonly {
    readonly contact_id: string;
    readonly name: string;
    readonly state: string;
  }[];
}

beforeAll(async () => {
  [gateway, smtp] = await Promise.all([startSmsGateway(), startSmtpServer(errorReplies)]);
  granary = await createTestApp({
    env: {
      SMS_URL: gateway.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'g@granary.example',
      PUBLIC_URL: 'https://granary.example/',
    },
  });
  await granary.start();
});

afterAll(async () => {
  await granary.dispose();
  await Promise.all([gateway.close(), smtp.close()]);
});

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  token = await granary.createToken(fixtures.farmer.user);
  // Codes from earlier tests no longer count toward the limit.
  granary.advance(2 * HOUR);
});

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const response = await granary.call({
    method,
    url: `/api/farm/contacts${path}`,
    token,
    ...(body === undefined ? {} : { body }),
  });
  return { ...response, contactList: response.body.RESP_MSG as WireContacts };
}

const createMailContact = () => ({
  name: 'Maria',
  channel: 'mail',
  address: `maria-${++contactCount}@farm.example`,
  min_severity: 'warning',
  language: 'de',
});
const createSmsContact = () => ({
  ...createMailContact(),
  channel: 'sms',
  address: `+49171123${String(1000 + ++contactCount)}`,
  min_severity: 'critical',
});

const add = (contact: object) =>
  call('POST', '', { farm_id: String(fixtures.farmer.farm.id), ...contact });

/** Decodes the quoted-printable lines of a mail. */
function readMail(data: string): string {
  const bytes = data
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString();
}

const findCode = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const findToken = (text: string) => /stop-alerts#token=(\S+)/.exec(text)?.[1] ?? '';

describe('a person who gets alerts about a farm', () => {
  it('confirms with a code that arrives with an opt-out link, in their language', async () => {
    const contact = createMailContact();
    const { contactList } = await add(contact);
    expect(contactList).toMatchObject({
      available_channels: ['mail', 'sms'],
      contacts: [{ name: 'Maria', state: 'waiting' }],
    });
    const text = readMail((await smtp.waitForMail(contact.address)).data);
    expect(text).toContain('möchte, dass Granary Ihnen Alarme zu den Silos von');
    expect(text).toContain('https://granary.example/stop-alerts#token=');
    const id = contactList.contacts[0]?.contact_id;
    const code = findCode(text);
    const wrongCode = code === '000000' ? '111111' : '000000';
    expect((await call('POST', `/${id}/confirm`, { code: wrongCode })).status).toBe(422);
    const confirmed = await call('POST', `/${id}/confirm`, { code });
    expect(confirmed.contactList.contacts).toMatchObject([{ state: 'confirmed' }]);
    expect((await call('POST', `/${id}/confirm`, { code })).status).toBe(422);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select('changes')
      .where('subjectId', '=', String(fixtures.farmer.farm.id))
      .where('subject', '=', 'farm')
      .orderBy('id')
      .execute();
    const person = `Maria (${contact.address})`;
    expect(entries.flatMap(({ changes }) => changes)).toEqual([
      { field: 'contact', before: null, after: person },
      { field: 'contact', before: person, after: `${person}: confirmed` },
    ]);
  });

  it('confirms a phone number in the same way', async () => {
    const contact = createSmsContact();
    const { contactList } = await add(contact);
    const { text } = await gateway.waitForSms(contact.address);
    expect(text).toMatch(/Ablehnen: https:\/\/granary\.example\/stop-alerts#token=\S+$/);
    const url = `/${contactList.contacts[0]?.contact_id}/confirm`;
    const { contactList: updatedList } = await call('POST', url, { code: findCode(text) });
    expect(updatedList.contacts).toMatchObject([{ state: 'confirmed' }]);
    expect((await add({ ...createSmsContact(), min_severity: 'warning' })).status).toBe(422);
  });

  it('has five tries and one hour to enter a code', async () => {
    const contact = createMailContact();
    const { contactList } = await add(contact);
    const id = contactList.contacts[0]?.contact_id;
    const code = findCode(readMail((await smtp.waitForMail(contact.address)).data));
    const wrongCode = code === '000000' ? '111111' : '000000';
    for (let attempt = 0; attempt < 5; attempt++) {
      await call('POST', `/${id}/confirm`, { code: wrongCode });
    }
    expect((await call('POST', `/${id}/confirm`, { code })).status).toBe(422);
    await call('POST', `/${id}/sendCode`);
    const secondCode = findCode(readMail((await smtp.waitForMail(contact.address, 1)).data));
    granary.advance(HOUR);
    expect((await call('POST', `/${id}/confirm`, { code: secondCode })).status).toBe(422);
  });
});

it('a person whose mailbox refuses mail is marked until the mailbox accepts a message', async () => {
  const contact = createMailContact();
  errorReplies['RCPT'] = '550 5.1.1 no such mailbox';
  const { contactList } = await add(contact);
  const list = async () => (await call('GET', `?farm_id=${fixtures.farmer.farm.id}`)).contactList;
  const refusedAt = new Date(granary.now()).toISOString();
  await expect
    .poll(list)
    .toMatchObject({ contacts: [{ refused_at: refusedAt, failing_since: null }] });
  delete errorReplies['RCPT'];
  await call('POST', `/${contactList.contacts[0]?.contact_id}/sendCode`);
  await expect.poll(list).toMatchObject({ contacts: [{ refused_at: null, failing_since: null }] });
});

describe('the opt-out link', () => {
  it('ends the alerts about one farm for one person, and does nothing else', async () => {
    const [optOutContact, other] = [createMailContact(), createMailContact()];
    await add(optOutContact);
    const link = findToken(readMail((await smtp.waitForMail(optOutContact.address)).data));
    await add(other);
    const optOut = (sentToken: string) =>
      granary.call({
        method: 'POST',
        url: '/api/farm/contacts/optOut',
        body: { token: sentToken },
      });
    const [id, signature = ''] = link.split('.');
    for (const forgedToken of [
      `${Number(id) + 1}.${signature}`,
      `${id}.${'A'.repeat(43)}`,
      '',
      'x',
    ]) {
      expect((await optOut(forgedToken)).status).toBe(422);
    }
    expect((await granary.call({ url: '/api/user/getMyInfo', token: link })).status).toBe(401);
    expect((await optOut(link)).status).toBe(200);
    expect((await optOut(link)).status).toBe(200);
    const { contactList } = await call('GET', `?farm_id=${fixtures.farmer.farm.id}`);
    const states = contactList.contacts.map(({ contact_id, state }) => [contact_id === id, state]);
    expect(states).toContainEqual([true, 'opted-out']);
    expect(states.filter(([, state]) => state === 'opted-out')).toHaveLength(1);
    expect((await call('POST', `/${id}/sendCode`)).status).toBe(409);
  });
});

describe('the contact list of a farm', () => {
  it('accepts each address once, in the format of its channel', async () => {
    const contact = createMailContact();
    expect((await add(contact)).status).toBe(200);
    expect((await add({ ...contact, address: contact.address.toUpperCase() })).status).toBe(409);
    expect((await add({ ...createMailContact(), address: 'maria' })).status).toBe(422);
    expect((await add({ ...createSmsContact(), address: '0171 1234567' })).status).toBe(422);
  });

  it('sends at most three codes an hour for one account', async () => {
    for (let sentCodes = 0; sentCodes < 3; sentCodes++)
      expect((await add(createMailContact())).status).toBe(200);
    const refused = await add(createMailContact());
    expect(refused.status).toBe(429);
    const { contactList } = await call('GET', `?farm_id=${fixtures.farmer.farm.id}`);
    expect(contactList.contacts).toHaveLength(3);
  });

  it('deletes a removed person permanently', async () => {
    const { contactList } = await add(createMailContact());
    const id = contactList.contacts[0]?.contact_id;
    expect((await call('DELETE', `/${id}`)).contactList.contacts).toEqual([]);
    const rows = await granary.db
      .selectFrom('farmContacts')
      .select('id')
      .where('id', '=', Number(id))
      .execute();
    expect(rows).toEqual([]);
  });
});

it('contacts are not available on a server without a public URL', async () => {
  const appWithoutUrl = await createTestApp({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'g@granary.example' },
  });
  const { farmer } = await addCustomerFixtures(appWithoutUrl.db);
  const farmerToken = await appWithoutUrl.createToken(farmer.user);
  const farm_id = String(farmer.farm.id);
  const listResponse = await appWithoutUrl.call({
    url: `/api/farm/contacts?farm_id=${farm_id}`,
    token: farmerToken,
  });
  expect(listResponse.body.RESP_MSG).toEqual({ available_channels: [], contacts: [] });
  const body = { farm_id, ...createMailContact() };
  const url = '/api/farm/contacts';
  expect((await appWithoutUrl.call({ method: 'POST', url, token: farmerToken, body })).status).toBe(
    409,
  );
  await appWithoutUrl.dispose();
});

it.each(LANGUAGES)('the texts of codes and test messages exist in %s', (language) => {
  const values = { sender: 'S{{code}}', farm: 'F', code: '123456', link: 'https://l.example' };
  const keys = ['contactCodeSms', 'contactCodeText', 'contactCodeSubject', 'smsCode'] as const;
  for (const key of keys) {
    const text = formatMessage(language, key, values);
    expect(text).not.toBe(key);
    if (key !== 'contactCodeSubject') expect(text).toContain('123456');
    expect(text.replaceAll('S{{code}}', '')).not.toMatch(/\{\{|undefined/);
  }
  for (const key of ['contactCodeSms', 'contactCodeText'] as const) {
    const text = formatMessage(language, key, values);
    expect(text).toContain('https://l.example');
    if (language !== 'en') expect(text).not.toBe(formatMessage('en', key, values));
  }
  for (const key of ['testTitle', 'testText'] as const) {
    const text = formatMessage(language, key);
    expect(text).not.toMatch(/\{\{/);
    if (language !== 'en') expect(text).not.toBe(formatMessage('en', key));
  }
});
