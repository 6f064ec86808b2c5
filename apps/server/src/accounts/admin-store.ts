import { passwordProblem } from '@granary/domain/accounts/passwords';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { hashPassword } from './passwords.ts';
import type { AccountProblem } from './set-up.ts';

/** Gives an account another password and ends all its sessions. */
export async function resetPassword(
  db: Kysely<Tables>,
  email: string,
  password: string,
): Promise<Exclude<AccountProblem, 'email-taken'> | 'no-account' | null> {
  const problem = passwordProblem(password);
  if (problem) return problem;
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .updateTable('users')
      .set({ passwordHash })
      .where(sql<SqlBool>`lower(email) = lower(${email})`)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!user) return 'no-account';
    await trx
      .updateTable('sessions')
      .set({ revokedAt: new Date() })
      .where('userId', '=', user.id)
      .where('revokedAt', 'is', null)
      .execute();
    return null;
  });
}
