import { type Kysely, sql } from 'kysely';

/** Links a fan's controls to the notification about the power outage that stopped the fan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fan_controls
      add power_cut_notice_id integer references notifications on delete set null`.execute(db);
  await sql`
    create index fan_controls_of_notice on fan_controls (power_cut_notice_id)
    where power_cut_notice_id is not null`.execute(db);
}
