import { can, isInScope, scopeOf } from '@granary/domain/access/access';
import { hasCapability, isRole, type Role } from '@granary/domain/access/roles';
import { HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTable } from '../../test/support/access-table.ts';
import {
  type ApiDocument,
  type DocumentedCall,
  documentedCalls,
} from '../../test/support/api-document.ts';
import {
  type AccessFixtures,
  accountOf,
  createAccessFixtures,
  createInvalidTokens,
  createLiveToken,
  giveRole,
  targetIds,
} from '../../test/support/callers.ts';
import { liveSessions, type Target, targets } from '../../test/support/expected-statuses.ts';
import type { CustomerFixtures } from '../../test/support/fixtures.ts';
import type { TestApp } from '../../test/support/test-app.ts';
import { openRoutes, policy } from './policy.ts';

/** What is open beside the calls, by an address that leads there. */
const openTable: Readonly<Record<string, readonly [url: string, status: number]>> = {
  '/healthz': ['/healthz', 200],
  // No port was opened, so that no board can come.
  '/readyz': ['/readyz', 503],
  '/metrics': ['/metrics', 200],
  '/api/openapi.json': ['/api/openapi.json', 200],
  '/api/docs': ['/api/docs', 200],
  '/api/docs/': ['/api/docs/', 200],
  '/api/docs/json': ['/api/docs/json', 200],
  '/api/docs/yaml': ['/api/docs/yaml', 200],
  '/api/docs/static/*': ['/api/docs/static/swagger-ui.css', 200],
  '/api/docs/static/index.html': ['/api/docs/static/index.html', 302],
  '/api/docs/static/swagger-initializer.js': ['/api/docs/static/swagger-initializer.js', 200],
  '/api/places/tiles/:z/:x/:y': ['/api/places/tiles/0/0/0', 503],
  '/*': ['/table.test.ts', 200],
};

/** By what boards would be told to do something at once, which nothing does yet. */
const commandCalls = [
  'board/sendRequestToMainBoard',
  'boardCommands/addCommandForSingleBin',
  'boardCommands/addCommandScheduled',
];

let world: AccessFixtures;
let granary: TestApp;
let house: CustomerFixtures;
/** What the API's document says of each call, by its name in the policy. */
let documented: ReadonlyMap<string, DocumentedCall>;

beforeAll(async () => {
  world = await createAccessFixtures(import.meta.dirname);
  ({ granary, house } = world);
  const document = JSON.parse((await granary.call({ url: '/api/openapi.json' })).text);
  documented = new Map(
    documentedCalls(document as ApiDocument).map((call) => {
      const path = call.path.replace('/api/', '').replaceAll(/\{(\w+)\}/g, ':$1');
      return [`${call.method} ${path}`, call];
    }),
  );
});

afterAll(() => granary.dispose());

/** The statuses of a call that a role gets by its capabilities, in the order of `targets`. */
function statusesFor(name: string, role: Role): number[] {
  const rule = policy.get(name);
  const allowed = accessTable[name]?.answers.admin ?? [];
  const owners = [house.farmer, house.neighbour, house.stranger].map(({ user }) => ({
    userId: user.id,
    distributorId: user.distributorId,
  }));
  return allowed.map((status, index) => {
    if (rule?.who === 'can') return hasCapability(role, rule.capability) ? status : 403;
    if (rule?.who !== 'can-with') return status;
    const owner = owners[index];
    if (!owner) return 404;
    const actor = { id: accountOf(house, role).id, role };
    if (can(actor, rule.capability, owner)) return status;
    const isKnown = rule.subject.of === 'bin' || isInScope(scopeOf(actor), owner);
    return isKnown ? 403 : 404;
  });
}

describe('who may call what', () => {
  it('is declared for every route', () => {
    expect(Object.keys(accessTable).sort()).toEqual([...policy.keys()].sort());
    expect(Object.keys(openTable).sort()).toEqual([...openRoutes].sort());
  });

  it.each(commandCalls)('%s is no call yet, and no other sends commands', async (path) => {
    const token = await createLiveToken(world, 'admin');
    const url = `/api/${path}`;
    const body = { bin_sensor_id: String(targetIds(world, 'own').bin) };
    expect((await granary.call({ method: 'POST', url, token, body })).status).toBe(404);
    const ofCommands = [...policy.keys()].filter((name) => /command|schedule|request/i.test(name));
    expect(ofCommands.sort()).toEqual([
      ...['GET boardCommands/fanHistory', 'GET boardCommands/latest'],
      'GET boardCommands/latestOfFarm',
    ]);
  });

  it.each(Object.entries(accessTable))('%s answers the living as declared', async (name, call) => {
    const seen: Record<string, number[]> = {};
    const expected: Record<string, readonly number[]> = {};
    for (const actor of liveSessions) {
      const takeBack = isRole(actor) ? await giveRole(world, actor) : null;
      seen[actor] = [];
      expected[actor] = isRole(actor) ? statusesFor(name, actor) : call.answers[actor];
      for (const target of targets) {
        const token = await createLiveToken(world, actor);
        const answer = await granary.call({ ...call.ask(targetIds(world, target)), token });
        seen[actor].push(answer.status);
        expect(documented.get(name)?.problemOf(answer), `${actor}, ${target}`).toBeNull();
        await call.undo?.(granary.db);
      }
      await takeBack?.();
    }
    expect(seen).toEqual(expected);
    // The roles that the table names get what it declares, whatever their capabilities say.
    expect(seen).toMatchObject(call.answers);
  });

  it.each(Object.entries(openTable))('%s is open to anyone', async (_, [url, status]) => {
    expect((await granary.call({ url })).status).toBe(status);
    expect((await granary.call({ url, token: 'of a stranger' })).status).toBe(status);
  });

  it('answers strangers and the dead as if they were not signed in', async () => {
    const tokens = await createInvalidTokens(world);
    granary.advance(12 * HOUR);
    const { 'run out': runOut, ...others } = tokens;
    const now = await createInvalidTokens(world);
    for (const [who, token] of Object.entries({ ...others, ...now, 'run out': runOut })) {
      for (const [name, call] of Object.entries(accessTable)) {
        const answer = await granary.call({ ...call.ask(targetIds(world, 'own')), token });
        expect(answer.status, `${name} for ${who}`).toBe(call.open ?? 401);
        if (call.open) continue;
        expect(answer.body, `${name} for ${who}`).toEqual({
          RESP_CODE: 'UNAUTHENTICATED',
          RESP_MSG: 'Please sign in.',
          message: 'Please sign in.',
        });
      }
    }
  });

  it('asks who calls before it looks at what was sent', async () => {
    for (const [name, call] of Object.entries(accessTable)) {
      if (call.open) continue;
      const [method, path = ''] = name.split(' ');
      const url = `/api/${path.replaceAll(/:\w+/g, 'nonsense')}?id=nonsense`;
      const headers = { 'content-type': 'application/json' };
      const answer = await granary.app.inject({
        ...{ method: method as 'GET', url, headers },
        ...(method === 'GET' ? {} : { payload: '{broken' }),
      });
      expect(answer.statusCode, name).toBe(401);
      if (method !== 'GET') continue;
      expect((await granary.call({ method: 'HEAD', url })).status, `HEAD ${path}`).toBe(401);
    }
  });

  it("says 'Access Denied' of foreign bins, and of all else foreign what it says of nothing", async () => {
    const token = await granary.tokenOf(house.farmer.user);
    const ask = async (name: string, target: Target) => {
      const call = accessTable[name]?.ask(targetIds(world, target)) ?? { url: '' };
      return (await granary.call({ ...call, token })).body;
    };
    expect(await ask('GET board/getBinSensor', "neighbour's")).toEqual({
      ...{ RESP_CODE: 'FORBIDDEN', RESP_MSG: 'Access Denied', message: 'Access Denied' },
    });
    for (const name of ['GET user/getUser', 'GET farm/getAllFarms', 'GET farm/getFarm']) {
      expect(await ask(name, "neighbour's"), name).toEqual(await ask(name, 'missing'));
    }
  });

  it('shows a distributor themselves, without farms', async () => {
    const token = await granary.tokenOf(house.distributor);
    const id = house.distributor.id;
    const farms = await granary.call({ url: `/api/farm/getAllFarms?user_id=${id}`, token });
    expect(farms).toMatchObject({ status: 200, body: { RESP_MSG: [] } });
    const user = await granary.call({ url: `/api/user/getUser?user_id=${id}`, token });
    expect(user.body.RESP_MSG).toMatchObject({ id: String(id), role: 'distributor' });
    const other = `/api/user/getUser?user_id=${house.otherDistributor.id}`;
    expect((await granary.call({ url: other, token })).status).toBe(404);
  });

  it('forgets bins of a farm that was deleted, and farms of an owner that was', async () => {
    const { user, farm, bin } = house.stranger;
    const token = await granary.tokenOf(house.otherDistributor);
    const deletedAt = new Date(granary.now());
    const status = async (url: string) =>
      (await granary.call({ url: `/api/${url}`, token })).status;
    const bins = async () =>
      (await granary.call({ url: '/api/board/getAllBinForAUser', token })).body.RESP_MSG;
    expect(await bins()).toHaveLength(1);
    await granary.db.updateTable('farms').set({ deletedAt }).where('id', '=', farm.id).execute();
    expect(await status(`board/getBinSensor?id=${bin.id}`)).toBe(404);
    expect(await status(`farm/getAllBins?farm_id=${farm.id}`)).toBe(404);
    expect(await bins()).toEqual([]);
    await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', user.id).execute();
    expect(await status(`farm/getAllFarms?user_id=${user.id}`)).toBe(404);
  });
});
