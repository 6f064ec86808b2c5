/** What an account may be. */
export type Role = 'admin' | 'distributor' | 'user';

/** Who asks. */
export interface Actor {
  readonly id: number;
  readonly role: Role;
}

/** Whose a farm, or a bin on it, is: a role-user account and the distributor it belongs to. */
export interface Owner {
  readonly userId: number;
  readonly distributorId: number | null;
}

/** The owners whose farms and bins an actor can reach. Lists turn it into SQL, calls by id compare. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'customersOf'; readonly distributorId: number }
  | { readonly kind: 'own'; readonly userId: number }
  | { readonly kind: 'nothing' };

/** What an actor may do to a bin, a farm or an account, which has an owner. */
export type OwnedAct =
  | 'bin.read'
  /** Loads, fan, schedule, alerts, inventory, sensor status, general settings but admin fields. */
  | 'bin.operate'
  /** Add, delete, position, cables, installation mode, board key. */
  | 'bin.install'
  /** Admin fields, firmware, crops. */
  | 'bin.administer'
  | 'farm.read'
  | 'farm.edit'
  /** Add and delete. */
  | 'farm.manage'
  | 'user.read'
  /** Delete, notes. */
  | 'user.manage'
  /** Move a customer to another distributor. */
  | 'user.assign';

/** What an actor may do that concerns no one owner. */
export type GeneralAct =
  | 'customers.list'
  | 'customers.add'
  | 'distributors.list'
  | 'distributors.add'
  | 'search'
  | 'audit.read'
  | 'raw-data.read'
  | 'crops.manage'
  | 'firmware.read'
  | 'firmware.manage';

export type Act = OwnedAct | GeneralAct;

/** Who may do an act: all roles, staff (admins and distributors), or admins alone. */
type Circle = 'everyone' | 'staff' | 'admins';

const ownedActs: Readonly<Record<OwnedAct, Circle>> = {
  'bin.read': 'everyone',
  'bin.operate': 'everyone',
  'bin.install': 'staff',
  'bin.administer': 'admins',
  'farm.read': 'everyone',
  'farm.edit': 'everyone',
  'farm.manage': 'staff',
  'user.read': 'everyone',
  'user.manage': 'staff',
  'user.assign': 'admins',
};

const generalActs: Readonly<Record<GeneralAct, Circle>> = {
  'customers.list': 'staff',
  'customers.add': 'staff',
  'distributors.list': 'admins',
  'distributors.add': 'admins',
  search: 'staff',
  'audit.read': 'staff',
  'raw-data.read': 'staff',
  'crops.manage': 'admins',
  'firmware.read': 'staff',
  'firmware.manage': 'admins',
};

/** The owners whose farms and bins the actor can reach. Distributors have no farms of their own. */
export function scopeOf(actor: Actor): Scope {
  switch (actor.role) {
    case 'admin':
      return { kind: 'all' };
    case 'distributor':
      return { kind: 'customersOf', distributorId: actor.id };
    case 'user':
      return { kind: 'own', userId: actor.id };
  }
}

/** Whether what belongs to `owner` lies in the scope. */
export function isInScope(scope: Scope, owner: Owner): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'customersOf':
      return owner.distributorId === scope.distributorId;
    case 'own':
      return owner.userId === scope.userId;
    case 'nothing':
      return false;
  }
}

/**
 * Whether the actor may do the act to what belongs to `owner`. For an account, the owner is the
 * account itself with its distributor. A null owner (a board nobody knows) is the admins' own;
 * acts that concern no one owner disregard it.
 */
export function may(actor: Actor, act: Act, owner: Owner | null): boolean {
  if (isGeneralAct(act)) return isInCircle(actor.role, generalActs[act]);
  if (!isInCircle(actor.role, ownedActs[act])) return false;
  if (act === 'user.read' && owner?.userId === actor.id) return true;
  const scope = scopeOf(actor);
  return owner === null ? scope.kind === 'all' : isInScope(scope, owner);
}

function isGeneralAct(act: Act): act is GeneralAct {
  return Object.hasOwn(generalActs, act);
}

function isInCircle(role: Role, circle: Circle): boolean {
  switch (circle) {
    case 'everyone':
      return true;
    case 'staff':
      return role !== 'user';
    case 'admins':
      return role === 'admin';
  }
}
