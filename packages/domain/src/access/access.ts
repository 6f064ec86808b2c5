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
