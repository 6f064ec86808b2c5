import type { ContactChannel } from '@granary/domain/farm-contacts/farm-contact';
import type { Millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { MailedAlert } from './alert-mail.ts';
import { isAnnounced, isCritical } from './alert-mails-store.ts';
import { alertPerson } from './alert-person-store.ts';
import { hasChangedBins } from './marks-store.ts';

/** A person without an account who should get alerts about a farm. */
export interface ContactToAlert {
  readonly id: number;
  readonly channel: ContactChannel;
  readonly address: string;
  readonly language: string;
  readonly farmId: number;
  readonly farmName: string;
  readonly timeZone: string;
  readonly lastAt: Date | null;
  /** When the first of the alerts that they should get was announced. */
  readonly since: Date;
  /** Whether some bins of the farm have not been evaluated yet. */
  readonly isIncomplete: boolean;
}

/**
 * An open alert that a contact should get: announced after they confirmed, at least as severe as they
 * chose, not acknowledged, and not yet sent to them at its current severity.
 */
const isForContact = sql`(
  ${isAnnounced} and alerts.acknowledged_at is null
  and alerts.announced_at >= farm_contacts.confirmed_at and farm_contacts.opted_out_at is null
  and (${isCritical}
    or (alerts.severity = 'warning' and farm_contacts.min_severity = 'warning'))
  and not exists (
    select from farm_contact_alerts sent
    where sent.contact_id = farm_contacts.id and sent.alert_id = alerts.id
      and (sent.severity = 'critical' or not ${isCritical})))`;

const joins = sql`
  farm_contacts join farms on farms.id = farm_contacts.farm_id and farms.deleted_at is null
  join bins on bins.farm_id = farms.id
  join alerts on alerts.bin_id = bins.id`;

/** The contacts who should get alerts. */
export async function findContactsToAlert(db: Db): Promise<ContactToAlert[]> {
  const { rows } = await sql<ContactToAlert>`
    select farm_contacts.id, channel, address, language, farms.id as farm_id,
      farms.name as farm_name, timezone as time_zone, last_at, min(announced_at) as since,
      ${hasChangedBins(sql`farms.id`)} as is_incomplete
    from ${joins} where ${isForContact}
    group by farm_contacts.id, farms.id order by farm_contacts.id`.execute(db);
  return rows;
}

/**
 * Locks a contact, and returns the alerts that they should get, worst first; none if another process has
 * locked the contact.
 */
export async function lockContactAlerts(trx: Trx, contactId: number): Promise<MailedAlert[]> {
  const lockResult = await sql`
    select from farm_contacts where id = ${contactId} for update skip locked`.execute(trx);
  if (lockResult.rows.length === 0) return [];
  const { rows } = await sql<MailedAlert>`
    select alerts.id, bin_id, rule, severity, value, limit_value, since, bins.name as bin_name,
      main_board_id, temperature_unit, ${alertPerson} as person
    from ${joins} where farm_contacts.id = ${contactId} and ${isForContact}
    order by array_position(array['critical', 'warning', 'watch'], severity), bins.name, alerts.id
  `.execute(trx);
  return rows;
}

/** Records that alerts were queued for a contact. */
export async function recordContactAlerts(
  trx: Trx,
  contactId: number,
  alerts: readonly Pick<MailedAlert, 'id' | 'severity'>[],
  now: Millis,
): Promise<void> {
  await trx
    .insertInto('farmContactAlerts')
    .values(alerts.map(({ id, severity }) => ({ contactId, alertId: id, severity })))
    .onConflict((conflict) =>
      conflict
        .columns(['contactId', 'alertId'])
        .doUpdateSet({ severity: (eb) => eb.ref('excluded.severity') }),
    )
    .execute();
  const lastAt = new Date(now);
  await trx.updateTable('farmContacts').set({ lastAt }).where('id', '=', contactId).execute();
}
