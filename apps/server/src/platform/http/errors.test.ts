import { errorBody } from '@granary/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../../test/support/fixtures.ts';
import {
  createTestApp,
  createTestAppWithoutDatabase,
  type TestApp,
  type TestRequest,
  type TestResponse,
} from '../../../test/support/test-app.ts';
import { limits } from '../../config/limits.ts';
import { messages } from '../../locales/messages.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

let granary: TestApp;
let fixtures: CustomerFixtures;
let token: string;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  token = await granary.createToken(fixtures.farmer.user);
});

afterAll(() => granary.dispose());

/** Sends a raw body, which is not converted to JSON. */
async function sendBytes(payload: string | Buffer, headers: Record<string, string> = JSON_HEADERS) {
  const response = await granary.app.inject({
    method: 'POST',
    url: '/api/user/login',
    payload,
    headers,
  });
  return { status: response.statusCode, body: response.json() };
}

function expectError(
  { status, body }: Pick<TestResponse, 'status' | 'body'>,
  expected: [number, string],
) {
  expect([status, body.RESP_CODE]).toEqual(expected);
  const shape = errorBody.safeParse(body);
  expect(shape.success).toBe(true);
  expect(Object.keys(body).sort()).toEqual(Object.keys(shape.data ?? {}).sort());
  expect(body.message).toBe(body.RESP_MSG);
  if (status < 500) expect(body).not.toHaveProperty('request_id');
}

describe('every error has the same format', () => {
  const calls: readonly [name: string, call: () => TestRequest, number, string][] = [
    ['a caller without a session', () => ({ url: '/api/user/getMyInfo' }), 401, 'UNAUTHENTICATED'],
    [
      'a caller who is not staff',
      () => ({ url: '/api/user/getUsersList', token }),
      403,
      'FORBIDDEN',
    ],
    [
      "another customer's bin",
      () => ({ url: `/api/board/getBinSensor?id=${fixtures.neighbor.bin.id}`, token }),
      403,
      'FORBIDDEN',
    ],
    [
      'a missing bin',
      () => ({ url: '/api/board/getBinSensor?id=2000000000', token }),
      404,
      'NOT_FOUND',
    ],
    ['an unknown endpoint', () => ({ url: '/api/board/nothing', token }), 404, 'NOT_FOUND'],
    [
      'an unsupported method',
      () => ({ method: 'DELETE', url: '/api/user/login' }),
      404,
      'NOT_FOUND',
    ],
    ['an unknown page', () => ({ url: '/nowhere' }), 404, 'NOT_FOUND'],
    [
      'a page past the last reading',
      () => ({ url: `/api/board/getSensorReading?bin_sensor_id=${fixtures.farmer.bin.id}`, token }),
      404,
      'INVALID_PAGE_NO',
    ],
    ['a malformed URL', () => ({ url: '/api/board/%E0%A4%A', token }), 400, 'BAD_REQUEST'],
    [
      'a malformed parameter',
      () => ({ method: 'POST', url: '/api/board/sensor/1/1/%ED%A0%80', token, body: {} }),
      400,
      'BAD_REQUEST',
    ],
    [
      'a parameter that is too long',
      () => ({ method: 'POST', url: `/api/board/allSensors/${'1'.repeat(300)}/mute`, token }),
      400,
      'BAD_REQUEST',
    ],
    [
      'an invalid value',
      () => ({ url: '/api/farm/getFarm?farm_id=-1', token }),
      422,
      'INVALID_INPUT',
    ],
  ];

  it.each(calls)('%s', async (_, call, status, code) => {
    expectError(await granary.call(call()), [status, code]);
  });

  const invalidBodies: readonly [
    string,
    string | Buffer,
    Record<string, string>,
    number,
    string,
  ][] = [
    ['malformed JSON', '{"email":', JSON_HEADERS, 400, 'BAD_REQUEST'],
    ['an empty body sent as JSON', '', JSON_HEADERS, 400, 'BAD_REQUEST'],
    ['JSON that sets a prototype', '{"__proto__":{"a":1}}', JSON_HEADERS, 400, 'BAD_REQUEST'],
    [
      'a URL-encoded form',
      'email=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
      400,
      'BAD_REQUEST',
    ],
    ['an unknown content type', 'email=a', { 'content-type': 'nonsense' }, 400, 'BAD_REQUEST'],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 422, 'INVALID_INPUT'],
    ['an array', '[]', JSON_HEADERS, 422, 'INVALID_INPUT'],
    ['null', 'null', JSON_HEADERS, 422, 'INVALID_INPUT'],
    ['an oversized body', `"${'x'.repeat(limits.publicBody.max)}"`, JSON_HEADERS, 413, 'TOO_LARGE'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), JSON_HEADERS, 422, 'INVALID_INPUT'],
  ];

  it.each(invalidBodies)('%s', async (_, payload, headers, status, code) => {
    expectError(await sendBytes(payload, headers), [status, code]);
  });
});

describe('a request body', () => {
  const send = async (url: string, bytes: number) => {
    const body = JSON.stringify({ x: '' });
    const payload = body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
    const headers = { ...JSON_HEADERS, authorization: `Bearer ${token}` };
    return (await granary.app.inject({ method: 'POST', url, payload, headers })).statusCode;
  };

  it('may be up to 16 KiB in a call that does not require a session', async () => {
    expect(await send('/api/user/login', limits.publicBody.max)).toBe(422);
    expect(await send('/api/user/login', limits.publicBody.max + 1)).toBe(413);
  });

  it('may be larger in a call that requires a session, up to a limit', async () => {
    const url = '/api/user/updateUser';
    expect(await send(url, limits.body.max)).toBe(422);
    expect(await send(url, limits.body.max + 1)).toBe(413);
  });
});

describe('every response', () => {
  it('has a request ID, even if it is an error', async () => {
    const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const url of ['/healthz', '/api/user/getMyInfo', '/api/nothing']) {
      expect((await granary.call({ url })).headers, url).toMatchObject({ 'x-request-id': uuid });
    }
  });
});

describe('an invalid value', () => {
  it('is reported with its wire field name', async () => {
    const login = await granary.call({
      method: 'POST',
      url: '/api/user/login',
      body: { email: 'no address', password: '' },
    });
    expect(login.body).toMatchObject({
      RESP_MSG: 'Please check email, password.',
      errors: [
        { path: 'email', message: 'This value is not valid here.' },
        { path: 'password', message: 'This value is not valid here.' },
      ],
    });
    const body = { setup_token: '', email: 'a@b.example', password: 'p', first_name: 1 };
    const setUp = await granary.call({ method: 'POST', url: '/api/user/setUpAdmin', body });
    expect(setUp.body.errors?.map(({ path }) => path)).toEqual([
      'setup_token',
      'first_name',
      'last_name',
    ]);
    const binId = fixtures.farmer.bin.id;
    const sensor = await granary.call({
      method: 'POST',
      url: `/api/board/sensor/${binId}/999/0`,
      token,
      body: {},
    });
    expect(sensor.body.errors?.length).toBeGreaterThan(0);
  });

  it('is reported with at most 20 field names, each shortened', async () => {
    const unknownFields = Array.from({ length: 130 }, (_, i) => [`${i} ${'x'.repeat(99)}`, 1]);
    const body = Object.fromEntries(unknownFields);
    const response = await granary.call({ method: 'POST', url: '/api/user/login', body });
    expect(response.body.errors).toHaveLength(limits.invalidFields.max);
    for (const { path } of response.body.errors ?? []) {
      expect(path.length).toBeLessThanOrEqual(limits.invalidFieldLength.max);
    }
    expect(response.body.RESP_MSG).toMatch(/, …\.$/);
  });

  it('is rejected before anything changes', async () => {
    const { db } = granary;
    const url = `/api/board/sensor/${fixtures.farmer.bin.id}/11/1`;
    const response = await granary.call({
      method: 'POST',
      url,
      token,
      body: { sensorStatus: 'off' },
    });
    expect(response.body).toMatchObject({ errors: [{ path: 'sensorStatus' }] });
    expect(await db.selectFrom('sensorStatuses').selectAll().execute()).toEqual([]);
  });
});

describe('an error message', () => {
  it.each([
    ['en', 'Please sign in.'],
    ['es', 'Inicie sesión.'],
    ['de', 'Bitte melden Sie sich an.'],
    ['ru', 'Войдите в систему.'],
    ['it', 'Accedi.'],
  ])('is in the requested language: %s', async (language, message) => {
    const headers = { 'accept-language': `${language};q=0.9, en;q=0.1` };
    const response = await granary.call({ url: '/api/user/getMyInfo', headers });
    expect(response.body).toMatchObject({ RESP_MSG: message, message });
  });

  it('is in the requested language, including the messages for fields', async () => {
    const headers = { 'accept-language': 'de' };
    const response = await granary.call({ url: '/api/farm/getFarm', token, headers });
    expect(response.body).toMatchObject({
      RESP_MSG: messages.de.invalidInput.replace('{{fields}}', 'farm_id'),
      errors: [{ path: 'farm_id', message: messages.de.invalidField }],
    });
  });
});

describe('an unexpected error', () => {
  it('is reported with a request ID only; the details are logged', async () => {
    const separateApp = await createTestApp();
    const user = await addUser(separateApp.db, 'user');
    const bearer = await separateApp.createToken(user);
    await separateApp.db.schema.alterTable('farms').renameTo('lost').execute();
    const url = `/api/farm/getAllFarms?user_id=${user.id}`;
    const response = await separateApp.call({
      url,
      token: bearer,
      headers: { 'accept-language': 'it' },
    });
    expectError(response, [500, 'INTERNAL_ERROR']);
    expect(response.body.RESP_MSG).toMatch(/^Errore interno/);
    expect(response.text).not.toMatch(/farms|relation|\.ts|stack|select/i);
    const line = separateApp.logLines.find((logged) =>
      logged.includes(String(response.body.request_id)),
    );
    expect(line).toMatch(/relation \\"farms\\" does not exist/);
    await separateApp.dispose();
  });

  it('is reported as temporary when the database is unavailable', async () => {
    const appWithoutDatabase = await createTestAppWithoutDatabase();
    const body = { email: 'a@errors.example', password: 'seventeen geese' };
    const response = await appWithoutDatabase.call({
      method: 'POST',
      url: '/api/user/login',
      body,
    });
    expectError(response, [503, 'UNAVAILABLE']);
    expect(response.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await appWithoutDatabase.call({ url: '/healthz' })).status).toBe(200);
    const readiness = await appWithoutDatabase.call({ url: '/readyz' });
    expect([readiness.status, JSON.parse(readiness.text)]).toEqual([
      503,
      { status: 'not ready', missing: ['database', 'broker'] },
    ]);
    await appWithoutDatabase.dispose();
  });
});
