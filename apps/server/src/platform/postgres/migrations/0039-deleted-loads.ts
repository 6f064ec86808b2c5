import { type Kysely, sql } from 'kysely';

/** Creates the table of deleted ledger entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_bin_loads (
      id integer primary key,
      bin_id integer not null references bins on delete cascade,
      type text not null,
      at timestamptz not null,
      volume double precision not null,
      moisture double precision,
      protein double precision,
      version integer not null,
      deleted_at timestamptz not null
    )`.execute(db);
  await sql`create index deleted_bin_loads_bin on deleted_bin_loads (bin_id)`.execute(db);
}
