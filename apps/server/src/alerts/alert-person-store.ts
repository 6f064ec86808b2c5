import { sql } from 'kysely';

/**
 * For an open alert about an overdue entry, the person who has been in the bin longest. Null for other
 * alerts and for deleted accounts.
 */
export const alertPerson = sql<string | null>`(
  select coalesce(nullif(trim(people.first_name || ' ' || people.last_name), ''), people.email)
  from bin_entries left join users people on people.id = opened_by
  where alerts.rule = 'entry-overdue' and alerts.closed_at is null
    and bin_entries.bin_id = alerts.bin_id
  order by opened_at, bin_entries.id limit 1)`;
