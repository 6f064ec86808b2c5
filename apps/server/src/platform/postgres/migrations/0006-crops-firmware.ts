import { type Kysely, sql } from 'kysely';

/** Creates firmware files, and crops with their moisture tables; indexes raw frames. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexRawFrames(db);
  await sql`
    create table crops (
      id integer generated always as identity primary key,
      name text not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create unique index crops_name on crops (lower(name)) where deleted_at is null`.execute(db);
  // Never deleted: crop periods refer to the table that their moisture was calculated with.
  await sql`
    create table crop_tables (
      id integer generated always as identity primary key,
      crop_id integer not null references crops (id),
      added_at timestamptz not null,
      chart jsonb not null
    )`.execute(db);
  await sql`create index crop_tables_crop on crop_tables (crop_id, id)`.execute(db);

  await sql`
    create table firmwares (
      id integer generated always as identity primary key,
      name text not null,
      version text not null,
      kind text not null check (kind in ('realtime', 'sleep')),
      added_at timestamptz not null,
      deleted_at timestamptz,
      checksum bytea not null,
      content bytea not null
    )`.execute(db);
  await sql`
    create unique index firmwares_name on firmwares (lower(name), lower(version))
    where deleted_at is null`.execute(db);

  await sql`
    alter table audit_entries drop constraint audit_entries_subject_check,
      add check (
        subject in ('user', 'farm', 'bin', 'board', 'settings', 'crop', 'firmware')
      )`.execute(db);
}

/** Indexes raw frames by time, by board and bin, and, except for readings, by kind. */
async function indexRawFrames(db: Kysely<unknown>): Promise<void> {
  await sql`create index raw_frames_newest on raw_frames (received_at)`.execute(db);
  // With the bin, so that frames of the board's other bins are skipped in the index.
  await sql`drop index raw_frames_board`.execute(db);
  await sql`
    create index raw_frames_board on raw_frames (main_board_id, received_at, bin_number)`.execute(
    db,
  );
  // The part of a topic after `boards/{main_board_id}/up/`.
  const kind = sql`substr(topic, length(main_board_id) + 12)`;
  await sql`
    create index raw_frames_rare on raw_frames ((${kind}), received_at)
    where ${kind} <> 'temp-data'`.execute(db);
  await sql`
    create index raw_frames_rare_of_board on raw_frames (main_board_id, (${kind}), received_at)
    where ${kind} <> 'temp-data'`.execute(db);
}
