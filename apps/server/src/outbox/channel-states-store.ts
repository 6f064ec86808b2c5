import { type ChannelName, channelNames } from '@granary/domain/notifications/channel';
import { sql } from 'kysely';
import type { MessageOutcome } from '../platform/postgres/tables/outbox.ts';
import type { Db } from '../platform/postgres/tables.ts';

/** The state of a channel, for all messages or for those to one user. */
export interface ChannelState {
  readonly channel: ChannelName;
  /** When the last message was sent. */
  readonly sentAt: Date | null;
  /** When a message first failed after `sentAt`; null if none did. */
  readonly failingSince: Date | null;
  /** When a message was last refused permanently after `sentAt`; null if none was. */
  readonly refusedAt: Date | null;
}

/** The state of each channel for a user, or for all messages if `userId` is null. */
export async function findChannelStates(db: Db, userId: number | null): Promise<ChannelState[]> {
  const userCondition = userId === null ? sql`true` : sql`user_id = ${userId}`;
  const { rows } = await sql<ChannelState>`
    select channel, sent_at,
      (select min(failed_at) from outbox_messages
        where ${userCondition} and channel = channels.channel and failed_at > coalesce(sent_at, '-infinity')
          and (outcome is null or outcome = 'expired')) as failing_since,
      (select max(ended_at) from outbox_messages
        where ${userCondition} and channel = channels.channel and outcome = 'refused'
          and ended_at > coalesce(sent_at, '-infinity')) as refused_at
    from (
      select channel, (select max(ended_at) from outbox_messages
        where ${userCondition} and channel = name.channel and outcome = 'sent') as sent_at
      from unnest(${channelNames}::text[]) as name (channel)
    ) as channels`.execute(db);
  return rows;
}

/** The state of message delivery to a farm contact. */
export interface ContactState extends Pick<ChannelState, 'failingSince' | 'refusedAt'> {
  readonly contactId: number;
}

/** The states of contacts whose messages failed after the last one that was sent. */
export async function findContactStates(
  db: Db,
  contactIds: readonly number[],
): Promise<ContactState[]> {
  const { rows } = await sql<ContactState>`
    select contact_id,
      min(failed_at) filter (where outcome is null or outcome = 'expired') as failing_since,
      max(ended_at) filter (where outcome = 'refused') as refused_at
    from outbox_messages message
    where contact_id = any(${contactIds}::integer[]) and coalesce(ended_at, failed_at) > coalesce(
      (select max(ended_at) from outbox_messages sent
        where sent.contact_id = message.contact_id and outcome = 'sent'), '-infinity')
    group by contact_id`.execute(db);
  return rows;
}

/** A user's test message. */
export interface TestMessage {
  readonly channel: ChannelName;
  readonly createdAt: Date;
  readonly failedAt: Date | null;
  readonly outcome: MessageOutcome | null;
}

/** A user's last test message on each channel. */
export async function findTestMessages(db: Db, userId: number): Promise<TestMessage[]> {
  return db
    .selectFrom('outboxMessages')
    .distinctOn('channel')
    .select(['channel', 'createdAt', 'failedAt', 'outcome'])
    .where('userId', '=', userId)
    .where('isTest', '=', true)
    .orderBy('channel')
    .orderBy('createdAt', 'desc')
    .execute();
}
