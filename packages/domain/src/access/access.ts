import {
  type Capability,
  type GeneralCapability,
  generalCapabilities,
  getRoleScope,
  hasCapability,
  type Role,
} from './roles.ts';

/** An account that makes a request. */
export interface Actor {
  readonly id: number;
  readonly role: Role;
}

/** The customer that a farm or a bin belongs to, and the distributor of that customer. */
export interface Owner {
  readonly userId: number;
  readonly distributorId: number | null;
}

/**
 * The owners whose farms and bins an actor can reach. List queries turn a scope into SQL; requests for a
 * single farm or bin check its owner with `isInScope`.
 */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'customersOf'; readonly distributorId: number }
  | { readonly kind: 'own'; readonly userId: number }
  | { readonly kind: 'nothing' };

/** The actor's scope, according to their role. */
export function getActorScope(actor: Actor): Scope {
  switch (getRoleScope(actor.role)) {
    case 'all':
      return { kind: 'all' };
    case 'customers':
      return { kind: 'customersOf', distributorId: actor.id };
    case 'own':
      return { kind: 'own', userId: actor.id };
  }
}

/**
 * The owners whose bins appear in the actor's own lists. An actor who can reach every bin browses them by
 * farm, so their own lists are empty.
 */
export function getOwnListScope(actor: Actor): Scope {
  const scope = getActorScope(actor);
  const isListed = scope.kind !== 'all' && hasCapability(actor.role, 'bin.read');
  return isListed ? scope : { kind: 'nothing' };
}

/** Whether the owner's farms and bins are in the scope. */
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
 * Whether the actor has the capability for the owner's account, farms and bins. For an account, the owner is
 * the account itself with its distributor. A null owner (an unknown board) is in scope only for actors who
 * can reach everything; general capabilities ignore the owner.
 */
export function can(actor: Actor, capability: Capability, owner: Owner | null): boolean {
  if (!hasCapability(actor.role, capability)) return false;
  if (isGeneral(capability)) return true;
  if (capability === 'account.read' && owner?.userId === actor.id) return true;
  const scope = getActorScope(actor);
  return owner === null ? scope.kind === 'all' : isInScope(scope, owner);
}

function isGeneral(capability: Capability): capability is GeneralCapability {
  return (generalCapabilities as readonly Capability[]).includes(capability);
}
