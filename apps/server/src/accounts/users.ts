import { type Language, type User, user as userOnWire } from '@granary/contract/accounts/http';
import { getActorScope, isInScope } from '@granary/domain/access/access';
import { adminRoles, canOwnFarms, distributorRoles, type Role } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import type { PasswordProblem } from '@granary/domain/accounts/passwords';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { SignedInUser } from '../access/signed-in.ts';
import { type ChangedBy, compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx, UserRow } from '../platform/postgres/tables.ts';
import { NO_PASSWORD } from './invitations.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** The signed-in user who makes a change, their address and the time. */
export type ChangedBySignedInUser = ChangedBy & { readonly actor: SignedInUser };

/** Whether a customer is outside the scope of the actor, for example because they were moved. */
export function isOutOfScope(actor: SignedInUser, customer: Pick<UserRow, 'id' | 'distributorId'>) {
  const { id: userId, distributorId } = customer;
  return !isInScope(getActorScope(actor), { userId, distributorId });
}

export interface NewAccount {
  readonly email: string;
  /** If empty, the account has no password until its user accepts an invitation. */
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly role: Role;
  readonly distributorId: number | null;
  /** The initial language of the account's emails: the language of the page where the account was added. */
  readonly language: Language;
}

/** Adds an account. */
export async function createAccount(
  db: Db,
  changedBy: ChangedBy,
  { password, ...person }: NewAccount,
): Promise<UserRow | { readonly problem: PasswordProblem | 'email-taken' | 'no-distributor' }> {
  const problem = password === '' ? null : findPasswordProblem(password, person.email);
  if (problem) return { problem };
  const passwordHash = password === '' ? NO_PASSWORD : await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const { distributorId } = person;
    if (distributorId !== null && !(await lockDistributor(trx, distributorId))) {
      return { problem: 'no-distributor' };
    }
    const row = await trx
      .insertInto('users')
      .values({ ...person, passwordHash })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return { problem: 'email-taken' };
    await recordChange(trx, {
      ...changedBy,
      act: 'added',
      subject: 'user',
      subjectId: row.id,
      subjectName: fullName(row),
      changes: compareFields(null, z.encode(userOnWire, serializeUser(row))),
    });
    return row;
  });
}

/**
 * The customer's new distributor and, if given, the distributor they had when the caller loaded the customer.
 */
interface Assignment {
  readonly userId: number;
  readonly distributorId: number | null;
  readonly lastDistributorId?: number | null;
}

/** Moves a customer to a distributor, or to none, unless someone else has moved them since. */
export async function assignDistributor(
  db: Db,
  changedBy: ChangedBy,
  { userId, distributorId, lastDistributorId }: Assignment,
): Promise<'assigned' | 'not-a-customer' | 'no-distributor' | 'stale'> {
  return db.transaction().execute(async (trx) => {
    const newDistributor =
      distributorId === null ? null : await lockDistributor(trx, distributorId);
    if (newDistributor === undefined) return 'no-distributor';
    const customer = await lockUser(trx, userId);
    if (!customer || !canOwnFarms(customer.role)) return 'not-a-customer';
    if (customer.distributorId === distributorId) return 'assigned';
    const isStale = lastDistributorId !== undefined && lastDistributorId !== customer.distributorId;
    if (isStale) return 'stale';
    const lastDistributor = await trx
      .selectFrom('users')
      .select(['firstName', 'lastName', 'email'])
      .where('id', '=', customer.distributorId)
      .executeTakeFirst();
    await trx.updateTable('users').set({ distributorId }).where('id', '=', userId).execute();
    const [before, after] = [
      lastDistributor && fullName(lastDistributor),
      newDistributor && fullName(newDistributor),
    ];
    await recordChange(trx, {
      ...changedBy,
      act: 'changed',
      subject: 'user',
      subjectId: userId,
      subjectName: fullName(customer),
      changes: compareFields({ distributor: before }, { distributor: after }),
    });
    // Ingest caches the owners of a board's bins, who receive its live readings.
    await sql`
      select pg_notify('bins_changed', main_boards.id) from main_boards
      join farms on farms.id = main_boards.farm_id where farms.owner_id = ${userId}`.execute(trx);
    return 'assigned';
  });
}

export interface DeletePorts {
  readonly db: Db;
  readonly sessions: Sessions;
  forgetDevices(trx: Trx, userId: number): Promise<void>;
}

export type DeleteOutcome =
  | { readonly kind: 'deleted'; readonly endedSessions: readonly string[] }
  | {
      readonly kind: 'not-verified' | 'own-account' | 'has-farms' | 'has-customers' | 'gone';
    };

/** Deletes an account that has no farms or customers; the caller must have just entered their password. */
export async function deleteAccount(
  { db, sessions, forgetDevices }: DeletePorts,
  changedBy: ChangedBySignedInUser,
  userId: number,
): Promise<DeleteOutcome> {
  const { actor } = changedBy;
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    if (!(await sessions.isVerified(trx, actor.sid))) return { kind: 'not-verified' };
    if (userId === actor.id) return { kind: 'own-account' };
    const person = await lockUser(trx, userId);
    // The customer may have been moved since the call was authorized.
    if (!person || isOutOfScope(actor, person)) return { kind: 'gone' };
    const obstacle = await findDeletionObstacle(trx, userId);
    if (obstacle) return { kind: obstacle };
    await trx
      .updateTable('users')
      .set({ deletedAt: new Date(changedBy.at) })
      .where('id', '=', userId)
      .execute();
    await trx.deleteFrom('resetCodes').where('userId', '=', userId).execute();
    await forgetDevices(trx, userId);
    await recordChange(trx, {
      ...changedBy,
      act: 'deleted',
      subject: 'user',
      subjectId: userId,
      subjectName: fullName(person),
      changes: compareFields(z.encode(userOnWire, serializeUser(person)), null),
    });
    return { kind: 'deleted', endedSessions: await sessions.revokeAll(trx, userId) };
  });
}

/** An account as other users see it. */
export function serializeUser(row: UserRow): User {
  const { id, firstName, lastName, email, phone, city, state, country, role, distributorId } = row;
  const contactFields = { id, documentId: id, firstName, lastName, email, phone };
  return { ...contactFields, city, state, country, role, distributorId };
}

async function findDeletionObstacle(
  trx: Trx,
  userId: number,
): Promise<'has-farms' | 'has-customers' | null> {
  const { rows } = await sql<{ hasFarms: boolean; hasCustomers: boolean }>`
    select
      exists (select from farms where owner_id = ${userId} and deleted_at is null) as has_farms,
      exists (
        select from users where distributor_id = ${userId} and deleted_at is null
      ) as has_customers`.execute(trx);
  if (rows[0]?.hasFarms) return 'has-farms';
  return rows[0]?.hasCustomers ? 'has-customers' : null;
}

/**
 * Serializes deletions. Admins cannot delete themselves. If two admins try to delete each other at the same
 * time, the first deletion ends the other admin's session, so one admin always remains.
 */
async function lockAdmins(trx: Trx): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', adminRoles)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks an existing account until the transaction ends. */
export async function lockUser(trx: Trx, id: number): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks an existing distributor against deletion until the transaction ends. */
export async function lockDistributor(trx: Trx, id: number): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('role', 'in', distributorRoles)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
}
