/** Which farms and bins a role can reach: everyone's, its customers', or its own. */
export type ScopeKind = 'all' | 'customers' | 'own';

/** Capabilities for an account, farm or bin that belongs to a customer. Reads: */
const ownedReads = ['account.read', 'notes.read', 'farm.read', 'bin.read', 'bin.export'] as const;
const ownedWrites = [
  /** Correct the name, phone number and language of a customer. */
  'account.correct',
  'account.delete',
  /** Send another invitation to an account that has no password yet. */
  'account.invite',
  /** End all sessions of an account. */
  'account.end-sessions',
  /** Move a customer to another distributor. */
  'account.assign',
  'notes.write',
  'farm.write',
  /** Add and delete farms. */
  'farm.manage',
  /** General settings and inventory, except what `bin.install` and `bin.administer` cover. */
  'bin-settings.write',
  'alerts.write',
  'fans.write',
  'sensor-status.write',
  'loads.write',
  /** Ask a board for a reading. */
  'readings.request',
  /** Add and delete bins; change their position, cables, installation mode and board key. */
  'bin.install',
  /** Which board a bin is on, its radio settings, type and firmware. */
  'bin.administer',
] as const;

/** Capabilities that are not about a particular customer. Reads: */
const generalReads = [
  'customers.list',
  'distributors.list',
  'search',
  'audit.read',
  /** Sign-ins, refused requests and boards, and access changes for all accounts. */
  'security-events.read',
  /** Alerts about the server itself. */
  'server-health.read',
  'raw-data.read',
  /** The crops page with moisture tables; everyone can read crop names. */
  'crop-tables.read',
  'firmware.read',
] as const;
const generalWrites = [
  'customers.add',
  'distributors.add',
  'crop-tables.write',
  'firmware.write',
  /** Which roles must sign in with a second factor. */
  'two-factor.require',
  /** The providers of map images and place search. */
  'place-providers.write',
  /** Acknowledge alerts about the server. */
  'server-health.write',
  /** The notification switches in the profile. */
  'notifications.write',
] as const;

export const ownedCapabilities = [...ownedReads, ...ownedWrites] as const;
export const generalCapabilities = [...generalReads, ...generalWrites] as const;

export type OwnedCapability = (typeof ownedCapabilities)[number];
export type GeneralCapability = (typeof generalCapabilities)[number];
export type Capability = OwnedCapability | GeneralCapability;

type RoleDefinition = {
  readonly capabilities: readonly Capability[];
} & (
  | {
      readonly scope: Exclude<ScopeKind, 'all'>;
      /**
       * The capability required to add an account with this role; null if only the server's operator can add
       * one.
       */
      readonly capabilityToAdd: GeneralCapability | null;
    }
  // Null because no list shows accounts with this scope, so nobody could find and delete them.
  | { readonly scope: 'all'; readonly capabilityToAdd: null }
);

/** Everything that depends on a role is derived from this table. */
const roles = {
  admin: {
    scope: 'all',
    capabilityToAdd: null,
    capabilities: [...ownedCapabilities, ...generalCapabilities],
  },
  distributor: {
    scope: 'customers',
    capabilityToAdd: 'distributors.add',
    capabilities: [
      ...ownedReads,
      'account.correct',
      'account.delete',
      'account.invite',
      'notes.write',
      'farm.write',
      'farm.manage',
      'bin-settings.write',
      'alerts.write',
      'fans.write',
      'sensor-status.write',
      'loads.write',
      'readings.request',
      'bin.install',
      'customers.list',
      'search',
      'audit.read',
      'raw-data.read',
      'crop-tables.read',
      'firmware.read',
      'customers.add',
    ],
  },
  user: {
    scope: 'own',
    capabilityToAdd: 'customers.add',
    capabilities: [
      'account.read',
      'farm.read',
      'bin.read',
      'bin.export',
      'farm.write',
      'bin-settings.write',
      'alerts.write',
      'fans.write',
      'sensor-status.write',
      'loads.write',
      'readings.request',
      'notifications.write',
    ],
  },
} as const satisfies Readonly<Record<string, RoleDefinition>>;

/** A role that an account can have. */
export type Role = keyof typeof roles;

// A safe cast: `roles` has no keys except those declared above.
export const roleNames = Object.keys(roles) as readonly Role[];

/** The role of the account created at the first start. */
export const FIRST_ACCOUNT_ROLE: Role = 'admin';

/** Whether a stored role is one that this version knows. */
export function isRole(name: string): name is Role {
  return Object.hasOwn(roles, name);
}

export function getRoleScope(role: Role): ScopeKind {
  return roles[role].scope;
}

export function hasCapability(role: Role, capability: Capability): boolean {
  const { capabilities }: RoleDefinition = roles[role];
  return capabilities.includes(capability);
}

/** Whether accounts of this role can own farms, and so be customers of a distributor. */
export function canOwnFarms(role: Role): boolean {
  return roles[role].scope === 'own';
}

/** Whether customers can be assigned to accounts of this role. */
export function canHaveCustomers(role: Role): boolean {
  return roles[role].scope === 'customers';
}

export const farmOwnerRoles = roleNames.filter(canOwnFarms);
export const distributorRoles = roleNames.filter(canHaveCustomers);

/** The roles that manage other accounts; at least one such account always remains. */
export const adminRoles = roleNames.filter((role) => hasCapability(role, 'account.assign'));

/** The roles that a new account can have, in the order of `roles`. */
export const addableRoles = roleNames.filter((role) => roles[role].capabilityToAdd !== null);

/** Whether an account with the role `actorRole` can add one with `newRole`. */
export function canAddRole(actorRole: Role, newRole: Role): boolean {
  const { capabilityToAdd } = roles[newRole];
  return capabilityToAdd !== null && hasCapability(actorRole, capabilityToAdd);
}

/** Whether the role chooses the distributor of a customer that it adds. */
export function canChooseDistributor(role: Role): boolean {
  return roles[role].scope === 'all' && hasCapability(role, 'distributors.list');
}
