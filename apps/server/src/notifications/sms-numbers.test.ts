import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { startSmsGateway, type TestSmsGateway } from '../../test/support/sms-gateway.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let gateway: TestSmsGateway;
let token: string;
let userId: number;
let numberCount = 0;

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

const createNumber = () => `+4917112300${String(++numberCount).padStart(2, '0')}`;

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const response = await granary.call({
    method,
    url: `/api/user/${path}`,
    token,
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, message: response.body.RESP_MSG };
}

const requestCode = (number: string) => call('POST', 'smsNumber', { number });
const confirmCode = (code: string) => call('POST', 'confirmSmsNumber', { code });

async function receiveCode(number: string, earlierCount = 0): Promise<string> {
  const { text } = await gateway.waitForSms(number, earlierCount);
  return /\d{6}/.exec(text)?.[0] ?? '';
}

describe('the phone number for text messages', () => {
  it('is confirmed with a code that the gateway receives, in the language of the user', async () => {
    const number = createNumber();
    const spacedNumber = `${number.slice(0, 3)} ${number.slice(3, 6)} / ${number.slice(6)}`;
    expect((await requestCode(spacedNumber)).message).toEqual({
      available: true,
      number: null,
      new_number: number,
    });
    const code = await receiveCode(number);
    expect(gateway.received.at(-1)?.text).toMatch(/^Ihr Granary-Code: /);
    expect(gateway.authorizations.at(-1)).toBe('Bearer gateway-token');
    expect((await confirmCode(code)).message).toMatchObject({ number, new_number: null });
    expect((await confirmCode(code)).status).toBe(422);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select('changes')
      .where('subjectId', '=', String(userId))
      .execute();
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'sms_number', before: null, after: number }],
    ]);
    expect((await call('DELETE', 'smsNumber')).message).toMatchObject({ number: null });
  });

  it('is replaced only when the code for a new number is entered', async () => {
    const [first, second] = [createNumber(), createNumber()];
    await requestCode(first);
    await confirmCode(await receiveCode(first));
    await requestCode(second);
    expect((await call('GET', 'smsNumber')).message).toMatchObject({
      number: first,
      new_number: second,
    });
    const code = await receiveCode(second);
    granary.advance(10 * MINUTE);
    expect((await confirmCode(code)).status).toBe(422);
    expect((await call('GET', 'smsNumber')).message).toMatchObject({
      number: first,
      new_number: null,
    });
  });

  it('is not confirmed after five wrong codes', async () => {
    const number = createNumber();
    await requestCode(number);
    const code = await receiveCode(number);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect((await confirmCode(wrong)).status).toBe(422);
    expect((await confirmCode(code)).status).toBe(422);
  });

  it('gets at most three codes an hour, counted by account and by number', async () => {
    const number = createNumber();
    for (let i = 0; i < 3; i++) expect((await requestCode(number)).status).toBe(200);
    expect((await requestCode(createNumber())).status).toBe(429);
    token = await granary.createToken(await addUser(granary.db, 'user'));
    expect((await requestCode(number)).status).toBe(429);
    granary.advance(HOUR);
    expect((await requestCode(number)).status).toBe(200);
  });

  it('requires a country code', async () => {
    expect(await requestCode('204 555 0100')).toMatchObject({ status: 422 });
  });

  it('is not retried after a 422 from the gateway, but is retried after other errors', async () => {
    const [refusedNumber, retriedNumber] = [createNumber(), createNumber()];
    const findMessages = () =>
      granary.db
        .selectFrom('outboxMessages')
        .select(['outcome', 'attempts', 'id'])
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('attempts', 'desc')
        .execute();
    gateway.respondWith(422);
    await requestCode(refusedNumber);
    await expect.poll(findMessages).toMatchObject([{ outcome: 'refused', attempts: 1 }]);
    gateway.respondWith(500);
    await requestCode(retriedNumber);
    const { id } = await gateway.waitForSms(retriedNumber);
    gateway.respondWith(200);
    expect((await gateway.waitForSms(retriedNumber, 1)).id).toBe(id);
    await expect.poll(findMessages).toContainEqual({ outcome: 'sent', attempts: 2, id });
  });
});
