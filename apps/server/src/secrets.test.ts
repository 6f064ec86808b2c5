import { sql } from 'kysely';
import mqtt from 'mqtt';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
  TEST_BOARD_KEY,
} from '../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../test/support/test-app.ts';
import { prepareFirstAdmin } from './accounts/setup.ts';

const PASSWORD = 'canary in the granary';
const WRONG_PASSWORD = 'canary down the drain';
const METRICS_TOKEN = 'canary of the metrics';

let granary: TestApp;
let fixtures: CustomerFixtures;
let setupToken: string;
let passwordHash: string;
let token: string;
/** All responses to callers. */
const responses: string[] = [];

beforeAll(async () => {
  granary = await createTestApp({ env: { METRICS_TOKEN } });
  const { db } = granary;
  const link = await prepareFirstAdmin(db, null, granary.now());
  if (link.kind === 'link') setupToken = link.token;
  fixtures = await addCustomerFixtures(db);
  const user = await addUser(db, 'user', { email: 'canary@secrets.example', password: PASSWORD });
  passwordHash = user.passwordHash;
  token = await granary.createToken(user);
});

afterAll(() => granary.dispose());

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', url: `/api/${path}`, headers, body } as const;
  const response = await granary.call(request);
  responses.push(response.text, JSON.stringify(response.headers));
  return response;
}

const login = (password = PASSWORD) =>
  post('user/login', { email: 'canary@secrets.example', password });
const setUp = (email: string, password = PASSWORD) =>
  post('user/setUpAdmin', {
    setup_token: setupToken,
    email,
    password,
    first_name: PASSWORD,
    last_name: '',
  });

/** Runs an action while a table is missing. */
async function withoutTable(table: string, action: () => Promise<unknown>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to gone`.execute(granary.db);
  await action();
  await sql`alter table gone rename to ${sql.table(table)}`.execute(granary.db);
}

async function triggerHttpErrors(): Promise<void> {
  const requestMyInfo = async (bearer: string) => {
    const response = await granary.call({ url: '/api/user/getMyInfo', token: bearer });
    responses.push(response.text);
  };
  await login(WRONG_PASSWORD);
  await post('user/login', `{"email":"canary@secrets.example","password":"${PASSWORD}"`);
  await post('user/login', { email: PASSWORD, password: { deep: PASSWORD } });
  await post('user/login', { email: 'a@b.example', password: PASSWORD.repeat(100) });
  await withoutTable('users', () => login());
  await withoutTable('sign_in_failures', () => login());
  await withoutTable('sessions', async () => {
    await login();
    await requestMyInfo(token);
  });
  await requestMyInfo(`${token}x`);
  await setUp('dead@secrets.example', 'password123');
  await granary.db.deleteFrom('users').where('role', '=', 'admin').execute();
  await setUp('canary@secrets.example');
  // PostgreSQL quotes the whole row that violates a constraint.
  await sql`alter table users add constraint reject_test_email check (email <> 'rejected@secrets.example')`.execute(
    granary.db,
  );
  expect((await setUp('rejected@secrets.example')).status).toBe(500);
  await withoutTable('setup_links', () => setUp('late@secrets.example'));
  responses.push((await granary.call({ url: '/metrics', token: `${METRICS_TOKEN}?` })).text);
}

async function publishAsBoard(port: number, password: string, payload: string): Promise<void> {
  const username = fixtures.farmer.bin.mainBoardId;
  const options = { username, password, reconnectPeriod: 0 };
  try {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options, false);
    await client.publishAsync(`boards/${username}/up/temp-data`, payload, { qos: 1 });
    await client.endAsync();
  } catch (error) {
    responses.push(String(error));
  }
}

async function connectBoards(port: number): Promise<void> {
  await publishAsBoard(port, `${TEST_BOARD_KEY}!`, '');
  await withoutTable('main_boards', () => publishAsBoard(port, TEST_BOARD_KEY, ''));
  await publishAsBoard(port, TEST_BOARD_KEY, `{"key":"${TEST_BOARD_KEY}"`);
}

async function connectBrowser(port: number, bearer: string): Promise<void> {
  const options = { auth: { token: bearer }, reconnection: false, forceNew: true };
  const socket = io(`http://127.0.0.1:${port}`, { ...options, transports: ['websocket'] });
  responses.push(String(await new Promise((resolve) => socket.once('connect_error', resolve))));
  socket.close();
}

describe('a secret', () => {
  it('does not appear in any log or response, no matter what fails', async () => {
    const { httpPort, mqttPort } = await granary.start();
    await triggerHttpErrors();
    await connectBoards(mqttPort);
    await connectBrowser(httpPort, `${token}x`);
    await withoutTable('sessions', () => connectBrowser(httpPort, token));

    const { tokenKey, boardPepper } = granary.secrets;
    const keys = [tokenKey, boardPepper].flatMap((key) => [
      key.toString('hex'),
      key.toString('base64'),
      key.toString('base64url'),
    ]);
    const secrets = [
      PASSWORD,
      WRONG_PASSWORD,
      METRICS_TOKEN,
      TEST_BOARD_KEY,
      setupToken,
      passwordHash,
      '$argon2id$',
      token,
      token.split('.')[2] ?? '',
      ...keys,
    ];
    const logText = granary.logLines.join('');
    expect(granary.logLines.filter((line) => /"level":50/.test(line)).length).toBeGreaterThan(5);
    expect(logText).toContain('reject_test_email');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(9);
      expect(logText).not.toContain(secret);
      expect(responses.join('\n')).not.toContain(secret);
    }
  });
});
