import { sql } from 'kysely';

/**
 * Who has been in the bin of an open alert about overdue entries longest; null of other alerts, and if the
 * account was deleted.
 */
export const alertPerson = sql<string | null>`(
  select coalesce(nullif(trim(people.first_name || ' ' || people.last_name), ''), people.email)
  from bin_entries left join users people on people.id = opened_by
  where alerts.rule = 'entry-overdue' and alerts.closed_at is null
    and bin_entries.bin_id = alerts.bin_id
  order by opened_at, bin_entries.id limit 1)`;
