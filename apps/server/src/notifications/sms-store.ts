import { DAY, HOUR, type Millis } from '@granary/domain/units';
import { type Selectable, sql } from 'kysely';
import type { SmsNumbersTable, SmsSentTable } from '../platform/postgres/tables/notifications.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

export type SmsNumberRow = Selectable<SmsNumbersTable>;

/** How long sent messages are stored for the limits, ms. */
const RETENTION = 2 * DAY;
/** Serializes transactions that count messages; any fixed number works. */
const SMS_LOCK = 0x736d_7373;

/** A user's numbers for text messages; undefined if they never entered a number. */
export function findSmsNumber(db: Db, userId: number): Promise<SmsNumberRow | undefined> {
  return db.selectFrom('smsNumbers').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Stores a number that a code has to confirm; the confirmed number does not change. */
export async function storeNewNumber(
  trx: Trx,
  userId: number,
  code: { readonly newNumber: string; readonly codeHash: Buffer; readonly codeExpiresAt: Date },
): Promise<void> {
  const row = { ...code, codeTries: 0 };
  await trx
    .insertInto('smsNumbers')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute();
}

/** Counts one try of a code, and locks its row; undefined if there is no valid code or no tries are left. */
export async function claimCodeTry(
  trx: Trx,
  userId: number,
  { now, tries }: { readonly now: Millis; readonly tries: number },
): Promise<SmsNumberRow | undefined> {
  const { rows } = await sql<SmsNumberRow>`
    update sms_numbers set code_tries = code_tries + 1
    where user_id = ${userId} and code_expires_at > ${new Date(now)} and code_tries < ${tries}
    returning *`.execute(trx);
  return rows[0];
}

/** Confirms the new number: text messages go to it from now on. */
export async function confirmNewNumber(trx: Trx, userId: number, now: Millis): Promise<void> {
  await sql`
    update sms_numbers set number = new_number, confirmed_at = ${new Date(now)}, new_number = null,
      code_hash = null, code_expires_at = null
    where user_id = ${userId}`.execute(trx);
}

/** Removes the numbers of a user. */
export async function deleteSmsNumber(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('smsNumbers').where('userId', '=', userId).execute();
}

/**
 * The number of alerts sent to a phone number in the last day. Other callers wait until the transaction ends.
 */
export async function countAlertTexts(trx: Trx, number: string, now: Millis): Promise<number> {
  await sql`select pg_advisory_xact_lock(${SMS_LOCK})`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sms_sent
    where number = ${number} and purpose = 'alert' and at > ${new Date(now - DAY)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * The time of the request that blocks another one: the user's or the number's `max`-th newest in the last
 * hour. Other callers wait until the transaction ends.
 */
export async function findBlockingRequestTime(
  trx: Trx,
  { userId, number }: { readonly userId: number; readonly number: string },
  { now, max }: { readonly now: Millis; readonly max: number },
): Promise<Millis | null> {
  await sql`select pg_advisory_xact_lock(${SMS_LOCK})`.execute(trx);
  const since = new Date(now - HOUR);
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select at from sms_sent where user_id = ${userId} and purpose = 'requested' and at > ${since}
        order by at desc offset ${max - 1} limit 1),
      (select at from sms_sent where number = ${number} and purpose = 'requested' and at > ${since}
        order by at desc offset ${max - 1} limit 1)) as at`.execute(trx);
  return (rows[0]?.at?.getTime() ?? null) as Millis | null;
}

/** Records a text message that counts toward the limits. */
export async function insertSentSms(
  trx: Trx,
  message: Pick<Selectable<SmsSentTable>, 'number' | 'userId' | 'purpose' | 'at'>,
): Promise<void> {
  await trx.insertInto('smsSent').values(message).execute();
}

/** Deletes messages that no longer count toward a limit. */
export async function deleteOldSentSms(db: Db, now: Millis): Promise<void> {
  await db
    .deleteFrom('smsSent')
    .where('at', '<', new Date(now - RETENTION))
    .execute();
}
