import type { ChannelName } from '@granary/domain/notifications/channel';
import type { WithDefault } from './columns.ts';

export interface OutboxMessagesTable {
  id: string;
  channel: ChannelName;
  /** The account that it is for; null for a recipient without an account. */
  userId: number | null;
  /**
   * The farm that it is about, which the recipient must be allowed to see; null if it is not about a farm.
   */
  farmId: number | null;
  /** The contact of a farm that it is for; null for an account. */
  contactId: number | null;
  /** The notification that a push message is about; null for any other message. */
  notificationId: number | null;
  /** Encrypted; null once delivery has ended. */
  content: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
  /** Delivery attempts, including failures. */
  attempts: WithDefault<number>;
  /** Attempts whose result was lost, so the message might already have been sent. */
  repeats: WithDefault<number>;
  /** Set during an attempt. */
  handedOverAt: Date | null;
  /** When an attempt first failed. */
  failedAt: Date | null;
  /** A test message that the user requested. */
  isTest: WithDefault<boolean>;
  endedAt: Date | null;
  outcome: MessageOutcome | null;
}

/**
 * The final delivery status of a message. A message is withdrawn if its recipient may no longer see the farm,
 * if its alerts are over, or if a newer message replaced it.
 */
export type MessageOutcome = 'sent' | 'expired' | 'refused' | 'withdrawn';
