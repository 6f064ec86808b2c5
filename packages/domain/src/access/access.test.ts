import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Actor,
  can,
  getActorScope,
  getOwnListScope,
  isInScope,
  type Owner,
  type Scope,
} from './access.ts';
import {
  addableRoles,
  type Capability,
  canAddRole,
  canChooseDistributor,
  FIRST_ACCOUNT_ROLE,
  hasCapability,
  isRole,
  ownedCapabilities,
  type Role,
  roleNames,
} from './roles.ts';

const admin: Actor = { id: 1, role: 'admin' };
const distributor: Actor = { id: 2, role: 'distributor' };
const otherDistributor: Actor = { id: 3, role: 'distributor' };
const farmer: Actor = { id: 4, role: 'user' };
const neighbor: Actor = { id: 5, role: 'user' };

const farmerAsOwner: Owner = { userId: farmer.id, distributorId: distributor.id };
const neighborAsOwner: Owner = { userId: neighbor.id, distributorId: null };

const id = fc.integer({ min: 1, max: 6 });
const anyActor = fc.record<Actor>({ id, role: fc.constantFrom<Role>(...roleNames) });
const anyOwner = fc.record<Owner>({ userId: id, distributorId: fc.option(id) });

function findActorNames(capability: Capability, owner: Owner | null): string[] {
  const actors = { admin, distributor, otherDistributor, farmer, neighbor };
  return Object.entries(actors)
    .filter(([, actor]) => can(actor, capability, owner))
    .map(([name]) => name);
}

test.each<[Capability, string[]]>([
  ['bin.read', ['admin', 'distributor', 'farmer']],
  ['bin.export', ['admin', 'distributor', 'farmer']],
  ['bin-settings.write', ['admin', 'distributor', 'farmer']],
  ['alerts.write', ['admin', 'distributor', 'farmer']],
  ['fans.write', ['admin', 'distributor', 'farmer']],
  ['sensor-status.write', ['admin', 'distributor', 'farmer']],
  ['loads.write', ['admin', 'distributor', 'farmer']],
  ['readings.request', ['admin', 'distributor', 'farmer']],
  ['bin.install', ['admin', 'distributor']],
  ['bin.administer', ['admin']],
  ['farm.read', ['admin', 'distributor', 'farmer']],
  ['farm.write', ['admin', 'distributor', 'farmer']],
  ['farm.manage', ['admin', 'distributor']],
  ['account.read', ['admin', 'distributor', 'farmer']],
  ['account.delete', ['admin', 'distributor']],
  ['account.assign', ['admin']],
  ['notes.read', ['admin', 'distributor']],
  ['notes.write', ['admin', 'distributor']],
])("grants %s on a distributor's customer to %j", (capability, names) => {
  expect(findActorNames(capability, farmerAsOwner)).toEqual(names);
});

test.each<[Capability, string[]]>([
  ['customers.list', ['admin', 'distributor', 'otherDistributor']],
  ['customers.add', ['admin', 'distributor', 'otherDistributor']],
  ['distributors.list', ['admin']],
  ['distributors.add', ['admin']],
  ['search', ['admin', 'distributor', 'otherDistributor']],
  ['audit.read', ['admin', 'distributor', 'otherDistributor']],
  ['raw-data.read', ['admin', 'distributor', 'otherDistributor']],
  ['crop-tables.read', ['admin', 'distributor', 'otherDistributor']],
  ['crop-tables.write', ['admin']],
  ['firmware.read', ['admin', 'distributor', 'otherDistributor']],
  ['firmware.write', ['admin']],
  ['place-providers.write', ['admin']],
  ['server-health.read', ['admin']],
  ['server-health.write', ['admin']],
  ['notifications.write', ['admin', 'farmer', 'neighbor']],
])('grants %s to %j regardless of the owner', (capability, names) => {
  expect(findActorNames(capability, null)).toEqual(names);
  expect(findActorNames(capability, farmerAsOwner)).toEqual(names);
});

test('lets only admins and the farmer reach the bins of a farmer without a distributor', () => {
  expect(findActorNames('bin.read', neighborAsOwner)).toEqual(['admin', 'neighbor']);
});

test('lets only admins reach bins without an owner', () => {
  expect(findActorNames('bin.read', null)).toEqual(['admin']);
  expect(findActorNames('bin.administer', null)).toEqual(['admin']);
  expect(findActorNames('bin.install', null)).toEqual(['admin']);
});

describe('distributors', () => {
  const account: Owner = { userId: distributor.id, distributorId: null };

  test('can read their own account but cannot change it', () => {
    expect(can(distributor, 'account.read', account)).toBe(true);
    expect(can(distributor, 'account.delete', account)).toBe(false);
    expect(can(distributor, 'farm.manage', account)).toBe(false);
    expect(can(distributor, 'bin.read', account)).toBe(false);
  });

  test('cannot reach one another', () => {
    expect(can(otherDistributor, 'account.read', account)).toBe(false);
    expect(can(otherDistributor, 'account.delete', farmerAsOwner)).toBe(false);
  });
});

test("does not let a user with a distributor's ID reach that distributor's customers", () => {
  expect(can({ id: distributor.id, role: 'user' }, 'bin.read', farmerAsOwner)).toBe(false);
});

test('grants owned capabilities only within the scope of the role', () => {
  const capability = fc.constantFrom(...ownedCapabilities);
  fc.assert(
    fc.property(anyActor, capability, anyOwner, (actor, wanted, owner) => {
      const isOwnAccount = wanted === 'account.read' && owner.userId === actor.id;
      const isReachable = isInScope(getActorScope(actor), owner) || isOwnAccount;
      expect(can(actor, wanted, owner)).toBe(hasCapability(actor.role, wanted) && isReachable);
    }),
  );
});

test('limits the own lists of each role that can read bins to its scope, and leaves them empty if it can reach all bins', () => {
  for (const role of roleNames) {
    const scope = getActorScope({ id: 1, role });
    const isListed = scope.kind !== 'all' && hasCapability(role, 'bin.read');
    const expected = isListed ? scope : { kind: 'nothing' };
    expect(getOwnListScope({ id: 1, role }), role).toEqual(expected);
  }
});

test('does not let any role change what it cannot read', () => {
  const toReadCapability = (capability: Capability): Capability => {
    if (/^(account|notes|farm)\./.test(capability))
      return `${capability.split('.')[0]}.read` as Capability;
    return 'bin.read';
  };
  for (const role of roleNames) {
    for (const capability of ownedCapabilities) {
      if (!hasCapability(role, capability)) continue;
      expect(hasCapability(role, toReadCapability(capability)), `${role}: ${capability}`).toBe(
        true,
      );
    }
  }
});

test('lets every role that sees a list of bins or readings read farms and bins', () => {
  const listCapabilities: readonly Capability[] = [
    'account.read',
    'farm.read',
    'customers.list',
    'raw-data.read',
    'firmware.read',
    'search',
  ];
  for (const role of roleNames) {
    if (!listCapabilities.some((capability) => hasCapability(role, capability))) continue;
    for (const needed of ['farm.read', 'bin.read'] as const)
      expect(hasCapability(role, needed), `${role}: ${needed}`).toBe(true);
  }
});

test("lets only roles with access to all accounts choose a customer's distributor", () => {
  expect(roleNames.filter(canChooseDistributor)).toEqual(['admin']);
});

test("lets the first account's role add accounts with every addable role", () => {
  for (const role of addableRoles) expect(canAddRole(FIRST_ACCOUNT_ROLE, role), role).toBe(true);
  expect(canAddRole('distributor', 'user')).toBe(true);
  expect(canAddRole('distributor', 'distributor')).toBe(false);
  expect(canAddRole('user', 'user')).toBe(false);
  expect(roleNames.filter((role) => canAddRole('admin', role))).toEqual(addableRoles);
});

test('accepts only the listed roles', () => {
  expect(roleNames.every(isRole)).toBe(true);
  expect(isRole('toString')).toBe(false);
  expect(isRole('owner')).toBe(false);
});

test('does not include any owner in an empty scope', () => {
  const nothing: Scope = { kind: 'nothing' };
  fc.assert(
    fc.property(anyOwner, (owner) => {
      expect(isInScope(nothing, owner)).toBe(false);
    }),
  );
});
