import { fullName } from '@granary/domain/accounts/full-name';
import type { PasswordProblem } from '@granary/domain/accounts/passwords';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { recordChange } from '../audit/record-change.ts';
import type { Db, Trx, UserRow } from '../platform/postgres/tables.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { AttemptOutcome, SignInRateLimit } from './sign-in-rate-limit.ts';
import type { ChangedBySignedInUser } from './users.ts';

export interface ChangePasswordPorts {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly rateLimit: SignInRateLimit;
  isPasswordCorrect(passwordHash: string, password: string): Promise<boolean>;
  /** Deletes the session's devices, so that they get no more push messages. */
  forgetDevices(trx: Trx, sid: string): Promise<void>;
  record(event: SecurityEvent): void;
}

/** The outcome of a password change; the value is the IDs of the sessions that ended. */
export type ChangePasswordOutcome =
  | AttemptOutcome<readonly string[]>
  | { readonly kind: 'refused'; readonly problem: PasswordProblem };

/** Sets a new password for the caller's account, and ends its other sessions. */
export async function changePassword(
  ports: ChangePasswordPorts,
  changedBy: ChangedBySignedInUser,
  passwords: { readonly oldPassword: string; readonly password: string },
): Promise<ChangePasswordOutcome> {
  const { db, rateLimit, isPasswordCorrect, record } = ports;
  const { actor, address } = changedBy;
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const problem = findPasswordProblem(passwords.password, user.email);
  if (problem) return { kind: 'refused', problem };
  const outcome = await rateLimit.check({ email: user.email, address }, async () => {
    if (!(await isPasswordCorrect(user.passwordHash, passwords.oldPassword))) return null;
    const passwordHash = await hashPassword(passwords.password);
    return db
      .transaction()
      .execute((trx) => replaceHash(ports, trx, changedBy, user, passwordHash));
  });
  const source = { address, userId: actor.id };
  if (outcome.kind === 'correct') {
    record({ kind: 'password-changed', reason: 'own-password', ...source });
  } else if (outcome.kind === 'incorrect') record({ kind: 'sign-in-failed', ...source });
  else record({ kind: 'limit-reached', reason: 'sign-in', ...source });
  return outcome;
}

/** Returns the IDs of the sessions that ended; null if the password has changed since the check. */
async function replaceHash(
  { sessions, forgetDevices }: ChangePasswordPorts,
  trx: Trx,
  changedBy: ChangedBySignedInUser,
  user: UserRow,
  passwordHash: string,
): Promise<readonly string[] | null> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ passwordHash })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return null;
  await trx.deleteFrom('resetCodes').where('userId', '=', user.id).execute();
  const endedSids = await sessions.revokeAll(trx, user.id, changedBy.actor.sid);
  for (const sid of endedSids) await forgetDevices(trx, sid);
  await recordChange(trx, {
    ...changedBy,
    act: 'password-reset',
    subject: 'user',
    subjectId: user.id,
    subjectName: fullName(user),
    changes: [],
  });
  return endedSids;
}
