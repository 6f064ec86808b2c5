import { type Role, roleNames } from '@granary/domain/access/roles';

/** Whose item a call is about. For a distributor, `own` means an item of their customers. */
export const targets = ['own', "neighbor's", "other distributor's", 'missing'] as const;
export type Target = (typeof targets)[number];

const demotedSessions = ['admin demoted to user', 'distributor demoted to user'] as const;
export type DemotedSession = (typeof demotedSessions)[number];

/** Live sessions: one for each role, and those of accounts whose role changed after they signed in. */
export const liveSessions = [...roleNames, ...demotedSessions];
export type LiveSession = Role | DemotedSession;

/**
 * The statuses of a call for each live session, in the order of `targets`. The statuses of the other roles
 * depend on their capabilities.
 */
export type ExpectedStatuses = Readonly<
  Record<'user' | 'distributor' | 'admin' | DemotedSession, readonly number[]>
>;

export const sameForEveryone = (status: number) => ({
  user: Array<number>(4).fill(status),
  distributor: Array<number>(4).fill(status),
  admin: Array<number>(4).fill(status),
  'admin demoted to user': Array<number>(4).fill(status),
  'distributor demoted to user': Array<number>(4).fill(status),
});
/** Calls about the notifications of the caller's own account; distributors get none. */
export const notForDistributors = (status: number) => ({
  ...sameForEveryone(status),
  distributor: [403, 403, 403, 403],
});
export const staffOnly = {
  ...sameForEveryone(200),
  user: [403, 403, 403, 403],
  'admin demoted to user': [403, 403, 403, 403],
  'distributor demoted to user': [403, 403, 403, 403],
};
/** Calls about a bin: 403 for other users' bins. */
export const forbiddenToOthers = {
  user: [200, 403, 403, 404],
  distributor: [200, 403, 403, 404],
  admin: [200, 200, 200, 404],
  'admin demoted to user': [403, 403, 403, 404],
  'distributor demoted to user': [403, 403, 403, 404],
};
/** Calls about other things: 404, as if other users' items did not exist. */
export const hiddenFromOthers = {
  user: [200, 404, 404, 404],
  distributor: [200, 404, 404, 404],
  admin: [200, 200, 200, 404],
  'admin demoted to user': [404, 404, 404, 404],
  'distributor demoted to user': [404, 404, 404, 404],
};

export const adminsOnly = {
  ...staffOnly,
  distributor: [403, 403, 403, 403],
};
/** Calls that staff may make about customers, but that customers may not make about themselves. */
export const customerManagement = { ...hiddenFromOthers, user: [403, 404, 404, 404] };
/** Calls about a farm that staff may make, but the farm's owner may not. */
export const farmManagement = { ...hiddenFromOthers, user: [403, 404, 404, 404] };
/** Calls about a bin that staff may make, but the bin's owner may not. */
export const binInstallation = { ...forbiddenToOthers, user: [403, 403, 403, 404] };
