import type { Millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { MailedAlert } from './alert-mail.ts';
import { isAnnounced, isCritical } from './alert-mails-store.ts';
import { alertPerson } from './alert-person-store.ts';
import { hasChangedBins } from './marks-store.ts';

/** A farm whose owner should get a text message. */
export interface TextedFarm {
  readonly farmId: number;
  readonly farmName: string;
  readonly ownerId: number;
  readonly language: string;
  /** In E.164 format, with the +. */
  readonly number: string;
  /** When the first of the alerts in the message was announced. */
  readonly since: Date;
  /** Whether some bins of the farm have not been evaluated yet. */
  readonly isIncomplete: boolean;
}

/** Nobody responded to a critical alert, and the owner has not been texted about it. */
const needsText = sql`(
  ${isAnnounced} and ${isCritical} and acknowledged_at is null and texted_at is null)`;

/**
 * The farms with critical alerts that were announced after their owners confirmed a phone number, and that
 * have not been sent to it.
 */
export async function findFarmsToText(db: Db): Promise<TextedFarm[]> {
  const { rows } = await sql<TextedFarm>`
    select farms.id as farm_id, farms.name as farm_name, owners.id as owner_id, owners.language,
      sms_numbers.number, min(announced_at) as since,
      ${hasChangedBins(sql`farms.id`)} as is_incomplete
    from alerts join bins on bins.id = alerts.bin_id
    join farms on farms.id = bins.farm_id and farms.deleted_at is null
    join users owners on owners.id = farms.owner_id and owners.deleted_at is null
    join sms_numbers on sms_numbers.user_id = owners.id and sms_numbers.number is not null
    where ${needsText} and owners.notifies and owners.notifies_by_sms
      and announced_at >= sms_numbers.confirmed_at
    group by farms.id, owners.id, sms_numbers.user_id`.execute(db);
  return rows;
}

/** The critical alerts of a farm for a text message. */
export async function findAlertsToText(trx: Trx, farmId: number): Promise<MailedAlert[]> {
  const { rows } = await sql<MailedAlert>`
    select alerts.id, bin_id, rule, severity, value, limit_value, since, bins.name as bin_name,
      main_board_id, temperature_unit, ${alertPerson} as person
    from alerts join bins on bins.id = bin_id
    where farm_id = ${farmId} and ${needsText}
    order by bins.name, alerts.id`.execute(trx);
  return rows;
}

/** Records a text message about alerts of a farm. */
export async function recordText(
  trx: Trx,
  farmId: number,
  alerts: readonly Pick<MailedAlert, 'id'>[],
  now: Millis,
): Promise<void> {
  const at = new Date(now);
  const ids = alerts.map(({ id }) => id);
  await sql`update alerts set texted_at = ${at} where id = any(${ids}::integer[])`.execute(trx);
  await trx
    .updateTable('farmAlertMails')
    .set({ lastTextAt: at })
    .where('farmId', '=', farmId)
    .execute();
}
