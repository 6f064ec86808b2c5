import type { GeneratedAlways } from 'kysely';
import type { WithDefault } from './columns.ts';

export interface DevicesTable {
  token: string;
  userId: number;
  sessionId: string | null;
  deviceType: string;
  notifies: boolean;
  notifiesByPush: boolean;
  registeredAt: Date;
  /**
   * The Web Push keys that encrypt messages to this device, base64url; null if it receives no push messages.
   */
  p256dh: string | null;
  auth: string | null;
}

/** Where a user gets text messages. */
export interface SmsNumbersTable {
  userId: number;
  /** In E.164 format; null until it is confirmed with a code. */
  number: string | null;
  confirmedAt: Date | null;
  /** Replaces `number` once a code confirms it. */
  newNumber: string | null;
  codeHash: Buffer | null;
  codeExpiresAt: Date | null;
  codeTries: WithDefault<number>;
}

/**
 * A text message that was handed to the outbox. Stored for two days to enforce the rate limits per number and per
 * user.
 */
export interface SmsSentTable {
  id: GeneratedAlways<string>;
  number: string;
  /** The user who asked for a code or a test; null for an alert. */
  userId: number | null;
  purpose: 'alert' | 'requested';
  at: Date;
}

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  userId: number;
  title: string;
  body: string;
  /** A path in the web app. */
  target: string;
  at: Date;
  readAt: Date | null;
  /** The farm whose alerts it is about; null for anything else. */
  farmId: number | null;
  /** When alerts or stopped fans were last added to it; null if it has not been changed. */
  updatedAt: Date | null;
}
