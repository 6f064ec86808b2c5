import type { CountedSecurityEvent } from '@granary/contract/security-events/http';
import { DAY } from '@granary/domain/units';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../test/support/access-requests.ts';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { runMosquitto } from '../../test/support/mosquitto.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { ServerPorts } from '../app/wire-server.ts';
import { deleteOldSecurityEvents } from './store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let token: string;
let ports: ServerPorts;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  token = await granary.createToken(fixtures.admin);
  ports = await granary.start();
});

afterAll(() => granary.dispose());

/** An event as the API returns it. */
type FoundEvent = CountedSecurityEvent & {
  readonly user_id: string;
  readonly main_board_id: string | null;
};

const findEvents = async (query: string) => {
  const { body } = await granary.call({ url: `/api/securityEvents?${query}`, token });
  return (body as unknown as { data: FoundEvent[] }).data;
};

describe('the list of security events', () => {
  it('counts sign-ins by account and address, but does not show what was typed', async () => {
    const email = 'watched@users.example';
    const { id } = await addUser(granary.db, 'user', { email, password: PASSWORD });
    const signIn = (body: object, remoteAddress: string) =>
      granary.call({ method: 'POST', url: '/api/user/login', body, remoteAddress });
    await signIn({ email, password: 'my secret mistake' }, '192.0.2.10');
    await signIn({ email, password: 'my secret mistake' }, '192.0.2.10');
    await signIn({ email: 'typed@secret.example', password: 'x' }, '192.0.2.11');
    await signIn({ email, password: PASSWORD }, '192.0.2.12');
    expect(await findEvents(`user_id=${id}`)).toMatchObject([
      { kind: 'sign-in', count: 1, address: '192.0.2.12', user_id: String(id), reason: null },
      { kind: 'sign-in-failed', count: 2, address: '192.0.2.10' },
    ]);
    expect(await findEvents('kind=sign-in-failed&address=192.0.2.11')).toMatchObject([
      { user_id: null },
    ]);
    const events = granary.logLines.filter((line) => line.includes('security event')).join('\n');
    expect(events).toContain('"address":"192.0.2.11"');
    expect(events).not.toMatch(/secret|watched@/);
    const metrics = await granary.call({ url: '/metrics' });
    expect(metrics.text).toMatch(/security_events_total\{kind="sign-in-failed",reason=""\} 3/);
  });

  it('lists refused board sign-ins, with the board if it exists', async () => {
    const { mqttPort } = ports;
    const { mainBoardId } = fixtures.neighbor.bin;
    for (const user of [mainBoardId, 'unknown-board']) {
      const args = ['-p', String(mqttPort), '-u', user, '-P', 'guess', '-t', 'boards/x', '-m', 'x'];
      await runMosquitto('pub', args);
    }
    const refusedEvent = { kind: 'board-refused', reason: 'credentials', address: '127.0.0.1' };
    await expect
      .poll(async () => findEvents('kind=board-refused'))
      .toMatchObject([{ ...refusedEvent }, { ...refusedEvent }]);
    const boards = (await findEvents('kind=board-refused')).map((event) => event.main_board_id);
    expect(boards.toSorted()).toEqual([mainBoardId, null].toSorted());
    expect(granary.logLines.join('\n')).not.toContain('unknown-board');
  });

  it('lists rejected tokens and refused calls, with the caller', async () => {
    const { user } = fixtures.farmer;
    const callerToken = await granary.createToken(user);
    const call = (url: string, caller: string) =>
      granary.call({ url: `/api/${url}`, token: caller, remoteAddress: '192.0.2.20' });
    await call('user/getMyInfo', 'not.a.token');
    await call(`board/getBinSensor?id=${fixtures.neighbor.bin.id}`, callerToken);
    await call(`user/getUser?user_id=${fixtures.neighbor.user.id}`, callerToken);
    await call('user/getUsersList', callerToken);
    const actor_id = String(user.id);
    expect(await findEvents('address=192.0.2.20')).toMatchObject([
      { kind: 'access-refused', reason: 'not-allowed', actor_id, count: 1 },
      { kind: 'access-refused', reason: 'out-of-scope', actor_id, count: 2 },
      { kind: 'session-rejected', actor_id: null },
    ]);
  });

  it('lists rejected tokens from live connections, but not handshakes without a token', async () => {
    const countBefore = (await findEvents('kind=session-rejected&address=127.0.0.1')).length;
    const { httpPort } = ports;
    const connect = async (options: object) => {
      const socket = io(`http://127.0.0.1:${httpPort}`, { ...options, reconnection: false });
      await new Promise<unknown>((resolve) => socket.on('connect_error', resolve));
      socket.close();
    };
    await connect({});
    await connect({ auth: { token: 'not.a.token' }, transports: ['websocket'] });
    await connect({ auth: { token: 'not.a.token' }, transports: ['polling'] });
    const events = await findEvents('kind=session-rejected&address=127.0.0.1');
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(countBefore + 2);
    expect(events[0]).toMatchObject({ actor_id: null, reason: null });
  });

  it('lists new board keys, and moved and deleted accounts', async () => {
    const { mainBoardId } = fixtures.neighbor.bin;
    const url = `/api/board/mainBoards/${mainBoardId}/credentials`;
    await granary.call({ method: 'POST', url, token, body: { rotate: true } });
    expect(await findEvents(`kind=board-key-changed&main_board_id=${mainBoardId}`)).toMatchObject([
      { kind: 'board-key-changed', actor_id: String(fixtures.admin.id) },
    ]);
    const { id } = await addUser(granary.db, 'user');
    const body = { user_id: String(id), distributor_id: String(fixtures.distributor.id) };
    await granary.call({ method: 'POST', url: '/api/user/assignDistributor', token, body });
    const deleteRequest = { method: 'DELETE', url: '/api/user/deleteUser', token } as const;
    await granary.db
      .updateTable('sessions')
      .set({ verifiedUntil: new Date(granary.now() + 1000) })
      .execute();
    await granary.call({ ...deleteRequest, body: { user_id: String(id) } });
    expect((await findEvents(`user_id=${id}`)).map(({ kind }) => kind)).toEqual([
      'account-deleted',
      'distributor-changed',
    ]);
  });

  it('does not include events older than 90 days, because they are deleted', async () => {
    expect(await findEvents('')).not.toEqual([]);
    await deleteOldSecurityEvents(granary.db, granary.now() + 91 * DAY);
    expect(await findEvents('')).toEqual([]);
  });
});
