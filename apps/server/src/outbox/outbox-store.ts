import type { ChannelName } from '@granary/domain/notifications/channel';
import { DAY, type Millis } from '@granary/domain/units';
import { type Selectable, sql } from 'kysely';
import type { MessageOutcome, OutboxMessagesTable } from '../platform/postgres/tables/outbox.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** How long ended messages are stored without their content, ms. */
const RETENTION = 90 * DAY;

type OutboxMessageRow = Selectable<OutboxMessagesTable>;

export async function insertMessage(
  trx: Trx,
  message: Pick<
    OutboxMessageRow,
    | 'id'
    | 'channel'
    | 'userId'
    | 'farmId'
    | 'contactId'
    | 'notificationId'
    | 'content'
    | 'createdAt'
    | 'expiresAt'
    | 'isTest'
  >,
): Promise<void> {
  await trx.insertInto('outboxMessages').values(message).execute();
}

/** A message that has not ended, without content if it was withdrawn; null if it has ended. */
export async function findMessage(
  db: Db,
  id: string,
): Promise<Pick<
  OutboxMessageRow,
  'content' | 'expiresAt' | 'userId' | 'farmId' | 'notificationId'
> | null> {
  const row = await db
    .selectFrom('outboxMessages')
    .select(['content', 'expiresAt', 'userId', 'farmId', 'notificationId'])
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Records that a message is being handed over, and returns how many of its handovers might be repeats; null
 * if it has ended or was withdrawn. A handover that follows one whose result was never recorded is counted as
 * a possible repeat.
 */
export async function claimMessage(
  db: Db,
  id: string,
  now: Millis,
): Promise<Pick<OutboxMessageRow, 'repeats'> | null> {
  const { rows } = await sql<Pick<OutboxMessageRow, 'repeats'>>`
    update outbox_messages
    set attempts = attempts + 1, handed_over_at = ${new Date(now)},
      repeats = repeats + (handed_over_at is not null)::int
    where id = ${id} and ended_at is null and content is not null
    returning repeats`.execute(db);
  return rows[0] ?? null;
}

/** Records that a message was not accepted; it is handed over again later. */
export async function recordFailure(db: Db, id: string, now: Millis): Promise<void> {
  await sql`
    update outbox_messages
    set handed_over_at = null, failed_at = coalesce(failed_at, ${new Date(now)})
    where id = ${id}`.execute(db);
}

/** Ends a message, and erases its content. Returns false if it had already ended. */
export async function endMessage(
  db: Db,
  id: string,
  outcome: MessageOutcome,
  now: Millis,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outboxMessages')
    .set({ outcome, endedAt: new Date(now), handedOverAt: null, content: null })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Withdraws a notification's pending messages by erasing their content, so that they are not sent. */
export async function withdrawMessages(trx: Trx, notificationId: number): Promise<void> {
  await trx
    .updateTable('outboxMessages')
    .set({ content: null })
    .where('notificationId', '=', notificationId)
    .where('endedAt', 'is', null)
    .execute();
}

/** Ends the messages that expired before they could be sent, and returns the channel of each. */
export async function endExpiredMessages(db: Db, now: Millis): Promise<ChannelName[]> {
  const rows = await db
    .updateTable('outboxMessages')
    .set({ outcome: 'expired', endedAt: new Date(now), handedOverAt: null, content: null })
    .where('endedAt', 'is', null)
    .where('expiresAt', '<=', new Date(now))
    .returning('channel')
    .execute();
  return rows.map(({ channel }) => channel);
}

/** Deletes messages that ended long ago. */
export async function deleteOldMessages(db: Db, now: Millis): Promise<void> {
  const cutoff = new Date(now - RETENTION);
  await db.deleteFrom('outboxMessages').where('endedAt', '<', cutoff).execute();
}
