import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { startSmsGateway, type TestSmsGateway } from '../../test/support/sms-gateway.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let gateway: TestSmsGateway;
let token: string;
let userId: number;
let numbers = 0;

beforeAll(async () => {
  gateway = await startSmsGateway();
  granary = await createTestApp({ env: { SMS_URL: gateway.url, SMS_TOKEN: 'gateway-token' } });
  await granary.start();
});

afterAll(async () => {
  await granary.dispose();
  await gateway.close();
});

beforeEach(async () => {
  const user = await addUser(granary.db, 'user');
  userId = user.id;
  await granary.db.updateTable('users').set({ language: 'de' }).where('id', '=', userId).execute();
  token = await granary.createToken(user);
  gateway.respondWith(200);
});

const newNumber = () => `+4917112300${String(++numbers).padStart(2, '0')}`;

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const { status, body: answer } = await granary.call({
    method,
    url: `/api/user/${path}`,
    token,
    ...(body === undefined ? {} : { body }),
  });
  return { status, answer: answer.RESP_MSG };
}

const request = (number: string) => call('POST', 'smsNumber', { number });
const confirm = (code: string) => call('POST', 'confirmSmsNumber', { code });

async function receiveCode(number: string, before = 0): Promise<string> {
  const { text } = await gateway.waitForSms(number, before);
  return /\d{6}/.exec(text)?.[0] ?? '';
}

describe('the phone number for text messages', () => {
  it('is confirmed by a code that the gateway gets, in the language of the user', async () => {
    const number = newNumber();
    const spaced = `${number.slice(0, 3)} ${number.slice(3, 6)} / ${number.slice(6)}`;
    expect((await request(spaced)).answer).toEqual({
      available: true,
      number: null,
      new_number: number,
    });
    const code = await receiveCode(number);
    expect(gateway.received.at(-1)?.text).toMatch(/^Ihr Granary-Code: /);
    expect(gateway.authorizations.at(-1)).toBe('Bearer gateway-token');
    expect((await confirm(code)).answer).toMatchObject({ number, new_number: null });
    expect((await confirm(code)).status).toBe(422);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select('changes')
      .where('subjectId', '=', String(userId))
      .execute();
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'sms_number', before: null, after: number }],
    ]);
    expect((await call('DELETE', 'smsNumber')).answer).toMatchObject({ number: null });
  });

  it('stays until the code of another one is entered', async () => {
    const [first, second] = [newNumber(), newNumber()];
    await request(first);
    await confirm(await receiveCode(first));
    await request(second);
    expect((await call('GET', 'smsNumber')).answer).toMatchObject({
      number: first,
      new_number: second,
    });
    const code = await receiveCode(second);
    granary.advance(10 * MINUTE);
    expect((await confirm(code)).status).toBe(422);
    expect((await call('GET', 'smsNumber')).answer).toMatchObject({
      number: first,
      new_number: null,
    });
  });

  it('is not confirmed after five wrong codes', async () => {
    const number = newNumber();
    await request(number);
    const code = await receiveCode(number);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect((await confirm(wrong)).status).toBe(422);
    expect((await confirm(code)).status).toBe(422);
  });

  it('gets at most three codes an hour from all accounts together', async () => {
    const number = newNumber();
    for (let i = 0; i < 3; i++) expect((await request(number)).status).toBe(200);
    expect((await request(newNumber())).status).toBe(429);
    token = await granary.createToken(await addUser(granary.db, 'user'));
    expect((await request(number)).status).toBe(429);
    granary.advance(HOUR);
    expect((await request(number)).status).toBe(200);
  });

  it('requires a country code', async () => {
    expect(await request('204 555 0100')).toMatchObject({ status: 422 });
  });

  it('is refused permanently by the gateway with 422, and tried again after other errors', async () => {
    const [refused, repeated] = [newNumber(), newNumber()];
    const outcome = () =>
      granary.db
        .selectFrom('outboxMessages')
        .select(['outcome', 'attempts', 'id'])
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('attempts', 'desc')
        .execute();
    gateway.respondWith(422);
    await request(refused);
    await expect.poll(outcome).toMatchObject([{ outcome: 'refused', attempts: 1 }]);
    gateway.respondWith(500);
    await request(repeated);
    const { id } = await gateway.waitForSms(repeated);
    gateway.respondWith(200);
    expect((await gateway.waitForSms(repeated, 1)).id).toBe(id);
    await expect.poll(outcome).toContainEqual({ outcome: 'sent', attempts: 2, id });
  });
});
