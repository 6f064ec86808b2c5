import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Act,
  type Actor,
  isInScope,
  may,
  type Owner,
  type Role,
  type Scope,
  scopeOf,
} from './access.ts';

const admin: Actor = { id: 1, role: 'admin' };
const distributor: Actor = { id: 2, role: 'distributor' };
const otherDistributor: Actor = { id: 3, role: 'distributor' };
const farmer: Actor = { id: 4, role: 'user' };
const neighbour: Actor = { id: 5, role: 'user' };

const farmersOwn: Owner = { userId: farmer.id, distributorId: distributor.id };
const neighboursOwn: Owner = { userId: neighbour.id, distributorId: null };

const id = fc.integer({ min: 1, max: 6 });
const anyActor = fc.record<Actor>({
  id,
  role: fc.constantFrom<Role>('admin', 'distributor', 'user'),
});
const anyOwner = fc.record<Owner>({ userId: id, distributorId: fc.option(id) });

function whoMay(act: Act, owner: Owner | null): string[] {
  const actors = { admin, distributor, otherDistributor, farmer, neighbour };
  return Object.entries(actors)
    .filter(([, actor]) => may(actor, act, owner))
    .map(([name]) => name);
}

test.each<[Act, string[]]>([
  ['bin.read', ['admin', 'distributor', 'farmer']],
  ['bin.operate', ['admin', 'distributor', 'farmer']],
  ['bin.install', ['admin', 'distributor']],
  ['bin.administer', ['admin']],
  ['farm.read', ['admin', 'distributor', 'farmer']],
  ['farm.edit', ['admin', 'distributor', 'farmer']],
  ['farm.manage', ['admin', 'distributor']],
  ['user.read', ['admin', 'distributor', 'farmer']],
  ['user.manage', ['admin', 'distributor']],
  ['user.assign', ['admin']],
])('%s of a customer of a distributor is for %j', (act, names) => {
  expect(whoMay(act, farmersOwn)).toEqual(names);
});

test.each<[Act, string[]]>([
  ['customers.list', ['admin', 'distributor', 'otherDistributor']],
  ['customers.add', ['admin', 'distributor', 'otherDistributor']],
  ['distributors.list', ['admin']],
  ['distributors.add', ['admin']],
  ['search', ['admin', 'distributor', 'otherDistributor']],
  ['audit.read', ['admin', 'distributor', 'otherDistributor']],
  ['raw-data.read', ['admin', 'distributor', 'otherDistributor']],
  ['crops.manage', ['admin']],
  ['firmware.read', ['admin', 'distributor', 'otherDistributor']],
  ['firmware.manage', ['admin']],
])('%s is for %j whoever owns what', (act, names) => {
  expect(whoMay(act, null)).toEqual(names);
  expect(whoMay(act, farmersOwn)).toEqual(names);
});

test('a farmer without a distributor is reached by admins and themself', () => {
  expect(whoMay('bin.read', neighboursOwn)).toEqual(['admin', 'neighbour']);
});

test('what has no owner is the admins’', () => {
  expect(whoMay('bin.read', null)).toEqual(['admin']);
  expect(whoMay('bin.administer', null)).toEqual(['admin']);
  expect(whoMay('bin.install', null)).toEqual(['admin']);
});

describe('distributors', () => {
  const own: Owner = { userId: distributor.id, distributorId: null };

  test('read their own account and nothing else of their own', () => {
    expect(may(distributor, 'user.read', own)).toBe(true);
    expect(may(distributor, 'user.manage', own)).toBe(false);
    expect(may(distributor, 'farm.manage', own)).toBe(false);
    expect(may(distributor, 'bin.read', own)).toBe(false);
  });

  test('do not reach one another', () => {
    expect(may(otherDistributor, 'user.read', own)).toBe(false);
    expect(may(otherDistributor, 'user.manage', farmersOwn)).toBe(false);
  });
});

test('a user whose id is that of a distributor does not reach its customers', () => {
  expect(may({ id: distributor.id, role: 'user' }, 'bin.read', farmersOwn)).toBe(false);
});

test('scope and policy say the same of reading', () => {
  fc.assert(
    fc.property(anyActor, anyOwner, (actor, owner) => {
      const reached = isInScope(scopeOf(actor), owner);
      expect(may(actor, 'bin.read', owner)).toBe(reached);
      expect(may(actor, 'farm.read', owner)).toBe(reached);
    }),
  );
});

test('whoever may change something may read it', () => {
  const act = fc.constantFrom<Act>('bin.operate', 'bin.install', 'bin.administer');
  fc.assert(
    fc.property(anyActor, act, anyOwner, (actor, change, owner) => {
      if (may(actor, change, owner)) expect(may(actor, 'bin.read', owner)).toBe(true);
    }),
  );
});

test('the scope of nothing holds nothing', () => {
  const nothing: Scope = { kind: 'nothing' };
  fc.assert(
    fc.property(anyOwner, (owner) => {
      expect(isInScope(nothing, owner)).toBe(false);
    }),
  );
});
