import { adminRoles } from '@granary/domain/access/roles';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** An admin, and where they want to be notified. */
export interface NotifiedAdmin {
  readonly id: number;
  readonly email: string;
  readonly language: string;
  readonly timeZone: string;
  readonly isMailed: boolean;
  /** The confirmed phone number; null without one, and if text messages are off. */
  readonly number: string | null;
}

/** The admins, each with the channels of their profile. */
export async function findNotifiedAdmins(db: Db): Promise<NotifiedAdmin[]> {
  const { rows } = await sql<NotifiedAdmin>`
    select id, email, language, timezone as time_zone, notifies and notifies_by_email as is_mailed,
      case when notifies and notifies_by_sms then sms_numbers.number end as number
    from users left join sms_numbers on user_id = id
    where role = any(${adminRoles}::text[]) and deleted_at is null
    order by id`.execute(db);
  return rows;
}
