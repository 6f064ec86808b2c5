import { can, getActorScope, isInScope } from '@granary/domain/access/access';
import { hasCapability, isRole, type Role } from '@granary/domain/access/roles';
import { HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTable } from '../../test/support/access-table.ts';
import {
  type ApiDocument,
  type DocumentedCall,
  listCalls,
} from '../../test/support/api-document.ts';
import {
  type AccessFixtures,
  changeRole,
  createAccessFixtures,
  createInvalidTokens,
  createLiveToken,
  findAccount,
  findTargetIds,
} from '../../test/support/callers.ts';
import { liveSessions, type Target, targets } from '../../test/support/expected-statuses.ts';
import type { CustomerFixtures } from '../../test/support/fixtures.ts';
import type { TestApp } from '../../test/support/test-app.ts';
import { openRoutes, policy } from './policy.ts';

/** The open routes outside the contract, with a URL and a status for each. */
const openRouteCases: Readonly<Record<string, readonly [url: string, status: number]>> = {
  '/healthz': ['/healthz', 200],
  // No port is open in this test, so boards cannot connect.
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
  '/api/places/tiles/:signature/:z/:x/:y': ['/api/places/tiles/guess/0/0/0', 404],
  '/*': ['/table.test.ts', 200],
};

let accessFixtures: AccessFixtures;
let granary: TestApp;
let fixtures: CustomerFixtures;
/** The documented responses of each call, by its name in the policy. */
let documentedCalls: ReadonlyMap<string, DocumentedCall>;

beforeAll(async () => {
  accessFixtures = await createAccessFixtures(import.meta.dirname);
  ({ granary, fixtures } = accessFixtures);
  const document = JSON.parse((await granary.call({ url: '/api/openapi.json' })).text);
  documentedCalls = new Map(
    listCalls(document as ApiDocument).map((call) => {
      const path = call.path.replace('/api/', '').replaceAll(/\{(\w+)\}/g, ':$1');
      return [`${call.method} ${path}`, call];
    }),
  );
});

afterAll(() => granary.dispose());

/** Finds the statuses that a role gets for a call based on its capabilities, in the order of `targets`. */
function findExpectedStatuses(name: string, role: Role): number[] {
  const rule = policy.get(name);
  const allowed = accessTable[name]?.expected.admin ?? [];
  const owners = [fixtures.farmer, fixtures.neighbor, fixtures.stranger].map(({ user }) => ({
    userId: user.id,
    distributorId: user.distributorId,
  }));
  return allowed.map((status, index) => {
    if (rule?.who === 'can') return hasCapability(role, rule.capability) ? status : 403;
    if (rule?.who !== 'can-on-subject') return status;
    const owner = owners[index];
    if (!owner) return 404;
    const actor = { id: findAccount(fixtures, role).id, role };
    if (can(actor, rule.capability, owner)) return status;
    const isKnown = rule.subject.type === 'bin' || isInScope(getActorScope(actor), owner);
    return isKnown ? 403 : 404;
  });
}

describe('the access table', () => {
  it('has a row for every route', () => {
    expect(Object.keys(accessTable).sort()).toEqual([...policy.keys()].sort());
    expect(Object.keys(openRouteCases).sort()).toEqual([...openRoutes].sort());
  });

  it.each(Object.entries(accessTable))(
    'returns the declared statuses to every role: %s',
    async (name, call) => {
      const seen: Record<string, number[]> = {};
      const expected: Record<string, readonly number[]> = {};
      for (const actor of liveSessions) {
        const restoreRole = isRole(actor) ? await changeRole(accessFixtures, actor) : null;
        seen[actor] = [];
        expected[actor] = isRole(actor) ? findExpectedStatuses(name, actor) : call.expected[actor];
        for (const target of targets) {
          const token = await createLiveToken(accessFixtures, actor);
          const response = await granary.call({
            ...call.request(findTargetIds(accessFixtures, target)),
            token,
          });
          seen[actor].push(response.status);
          expect(
            documentedCalls.get(name)?.findProblem(response),
            `${actor}, ${target}`,
          ).toBeNull();
          await call.undo?.(granary.db);
        }
        await restoreRole?.();
      }
      expect(seen).toEqual(expected);
      // Roles named in the table get what it declares, regardless of their capabilities.
      expect(seen).toMatchObject(call.expected);
    },
  );

  it.each(Object.entries(openRouteCases))('leaves %s open to anyone', async (_, [url, status]) => {
    expect((await granary.call({ url })).status).toBe(status);
    expect((await granary.call({ url, token: 'of a stranger' })).status).toBe(status);
  });

  it('refuses callers without a valid session', async () => {
    const tokens = await createInvalidTokens(accessFixtures);
    granary.advance(12 * HOUR);
    const { expired, ...others } = tokens;
    const newTokens = await createInvalidTokens(accessFixtures);
    for (const [who, token] of Object.entries({ ...others, ...newTokens, expired })) {
      for (const [name, call] of Object.entries(accessTable)) {
        const response = await granary.call({
          ...call.request(findTargetIds(accessFixtures, 'own')),
          token,
        });
        expect(response.status, `${name} for ${who}`).toBe(call.statusWithoutSession ?? 401);
        if (call.statusWithoutSession) continue;
        expect(response.body, `${name} for ${who}`).toEqual({
          RESP_CODE: 'UNAUTHENTICATED',
          RESP_MSG: 'Please sign in.',
          message: 'Please sign in.',
        });
      }
    }
  });

  it('checks the session before the request', async () => {
    for (const [name, call] of Object.entries(accessTable)) {
      if (call.statusWithoutSession) continue;
      const [method, path = ''] = name.split(' ');
      const url = `/api/${path.replaceAll(/:\w+/g, 'nonsense')}?id=nonsense`;
      const headers = { 'content-type': 'application/json' };
      const response = await granary.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(method === 'GET' ? {} : { payload: '{broken' }),
      });
      expect(response.statusCode, name).toBe(401);
      if (method !== 'GET') continue;
      expect((await granary.call({ method: 'HEAD', url })).status, `HEAD ${path}`).toBe(401);
    }
  });

  it("responds with 'Access Denied' for bins out of scope, and 'not found' for everything else out of scope", async () => {
    const token = await granary.createToken(fixtures.farmer.user);
    const callAsFarmer = async (name: string, target: Target) => {
      const call = accessTable[name]?.request(findTargetIds(accessFixtures, target)) ?? { url: '' };
      return (await granary.call({ ...call, token })).body;
    };
    expect(await callAsFarmer('GET board/getBinSensor', "neighbor's")).toEqual({
      RESP_CODE: 'FORBIDDEN',
      RESP_MSG: 'Access Denied',
      message: 'Access Denied',
    });
    for (const name of ['GET user/getUser', 'GET farm/getAllFarms', 'GET farm/getFarm']) {
      expect(await callAsFarmer(name, "neighbor's"), name).toEqual(
        await callAsFarmer(name, 'missing'),
      );
    }
  });

  it('shows distributors their own account, without farms', async () => {
    const token = await granary.createToken(fixtures.distributor);
    const id = fixtures.distributor.id;
    const farms = await granary.call({ url: `/api/farm/getAllFarms?user_id=${id}`, token });
    expect(farms).toMatchObject({ status: 200, body: { RESP_MSG: [] } });
    const user = await granary.call({ url: `/api/user/getUser?user_id=${id}`, token });
    expect(user.body.RESP_MSG).toMatchObject({ id: String(id), role: 'distributor' });
    const other = `/api/user/getUser?user_id=${fixtures.otherDistributor.id}`;
    expect((await granary.call({ url: other, token })).status).toBe(404);
  });

  it('hides bins of deleted farms and farms of deleted owners', async () => {
    const { user, farm, bin } = fixtures.stranger;
    const token = await granary.createToken(fixtures.otherDistributor);
    const deletedAt = new Date(granary.now());
    const getStatus = async (url: string) =>
      (await granary.call({ url: `/api/${url}`, token })).status;
    const listBins = async () =>
      (await granary.call({ url: '/api/board/getAllBinForAUser', token })).body.RESP_MSG;
    expect(await listBins()).toHaveLength(1);
    await granary.db.updateTable('farms').set({ deletedAt }).where('id', '=', farm.id).execute();
    expect(await getStatus(`board/getBinSensor?id=${bin.id}`)).toBe(404);
    expect(await getStatus(`farm/getAllBins?farm_id=${farm.id}`)).toBe(404);
    expect(await listBins()).toEqual([]);
    await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', user.id).execute();
    expect(await getStatus(`farm/getAllFarms?user_id=${user.id}`)).toBe(404);
  });
});
