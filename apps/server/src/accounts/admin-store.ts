import { fullName } from '@granary/domain/accounts/full-name';
import { millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import { recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';
import type { AccountProblem } from './setup.ts';

/**
 * Sets a new password for an account and turns its second factor off, for users who have lost both. Ends its
 * sessions, and deletes its devices and codes.
 */
export async function resetPassword(
  db: Db,
  email: string,
  password: string,
  forgetDevices: (trx: Trx, userId: number) => Promise<void>,
): Promise<Exclude<AccountProblem, 'email-taken'> | 'no-account' | null> {
  const problem = findPasswordProblem(password, email);
  if (problem) return problem;
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .updateTable('users')
      .set({ passwordHash, totpSecret: null, totpEnabledAt: null })
      .where(sql<SqlBool>`lower(email) = lower(${email})`)
      .where('deletedAt', 'is', null)
      .returning(['id', 'firstName', 'lastName', 'email'])
      .executeTakeFirst();
    if (!user) return 'no-account';
    const at = new Date();
    await trx.deleteFrom('resetCodes').where('userId', '=', user.id).execute();
    await trx.deleteFrom('invitations').where('userId', '=', user.id).execute();
    await trx.deleteFrom('recoveryCodes').where('userId', '=', user.id).execute();
    await forgetDevices(trx, user.id);
    await recordChange(trx, {
      at: millis(at.getTime()),
      actor: null,
      address: 'this machine',
      act: 'password-reset',
      subject: 'user',
      subjectId: user.id,
      subjectName: fullName(user),
      changes: [],
    });
    await trx
      .updateTable('sessions')
      .set({ revokedAt: at })
      .where('userId', '=', user.id)
      .where('revokedAt', 'is', null)
      .execute();
    return null;
  });
}
