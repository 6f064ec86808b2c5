import { user as userOnWire } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { type NotNull, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { type ChangedBy, compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx, UserRow } from '../platform/postgres/tables.ts';
import { lockDistributor, serializeUser } from './users.ts';

export type RestoreOutcome =
  /** If its distributor has been deleted, the restored account has none. */
  | {
      readonly kind: 'restored';
      readonly restoredUser: UserRow;
      readonly isDistributorDeleted: boolean;
    }
  | { readonly kind: 'not-deleted' }
  /** Another account uses its email address now. */
  | { readonly kind: 'email-taken'; readonly email: string };

/** Restores a deleted account, including its password. Its sessions and devices stay deleted. */
export async function restoreUser(
  db: Db,
  id: number,
  changedBy: ChangedBy,
): Promise<RestoreOutcome> {
  return db.transaction().execute(async (trx) => {
    const deletedUser = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!deletedUser) return { kind: 'not-deleted' };
    const { email } = deletedUser;
    if (await isEmailTaken(trx, email)) return { kind: 'email-taken', email };
    const { distributorId: lastDistributorId } = deletedUser;
    const distributor =
      lastDistributorId === null ? null : await lockDistributor(trx, lastDistributorId);
    const distributorId = distributor?.id ?? null;
    const restoredUser = await trx
      .updateTable('users')
      .set({ deletedAt: null, distributorId })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(trx, {
      ...changedBy,
      act: 'restored',
      subject: 'user',
      subjectId: id,
      subjectName: fullName(restoredUser),
      changes: compareFields(null, z.encode(userOnWire, serializeUser(restoredUser))),
    });
    return {
      kind: 'restored',
      restoredUser,
      isDistributorDeleted: distributorId !== lastDistributorId,
    };
  });
}

export interface DeletedUser extends UserRow {
  readonly deletedAt: Date;
}

/** The deleted accounts, sorted by ID. */
export function findDeletedUsers(db: Db): Promise<DeletedUser[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('deletedAt', 'is not', null)
    .$narrowType<{ deletedAt: NotNull }>()
    .orderBy('id')
    .execute();
}

async function isEmailTaken(trx: Trx, email: string): Promise<boolean> {
  const otherAccount = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<SqlBool>`lower(email) = lower(${email})`)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return otherAccount !== undefined;
}
