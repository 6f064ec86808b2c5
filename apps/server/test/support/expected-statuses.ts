import { type Role, roleNames } from '@granary/domain/access/roles';

/** The owner of what a call names. A distributor's own are those of their customers. */
export const targets = ['own', "neighbor's", "other distributor's", 'missing'] as const;
export type Target = (typeof targets)[number];

const demoted = ['admin demoted to user', 'distributor demoted to user'] as const;
export type Demoted = (typeof demoted)[number];

/** Live sessions: one for each role, and of accounts whose role changed after they signed in. */
export const liveSessions = [...roleNames, ...demoted];
export type LiveSession = Role | Demoted;

/**
 * The statuses of a call for each live session, in the order of `targets`. What another role gets
 * depends on its capabilities.
 */
export type ExpectedStatuses = Readonly<
  Record<'user' | 'distributor' | 'admin' | Demoted, readonly number[]>
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
/** Calls about a bin: 403 for the bins of others. */
export const forbiddenToOthers = {
  user: [200, 403, 403, 404],
  distributor: [200, 403, 403, 404],
  admin: [200, 200, 200, 404],
  'admin demoted to user': [403, 403, 403, 404],
  'distributor demoted to user': [403, 403, 403, 404],
};
/** Calls about other things: 404, as if those of others did not exist. */
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
/** Calls that staff may make about a farm, but not its owner. */
export const farmManagement = { ...hiddenFromOthers, user: [403, 404, 404, 404] };
/** Calls that staff may make about a bin, but not its owner. */
export const binInstallation = { ...forbiddenToOthers, user: [403, 403, 403, 404] };
