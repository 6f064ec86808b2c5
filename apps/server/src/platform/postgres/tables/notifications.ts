import type { GeneratedAlways } from 'kysely';

export interface DevicesTable {
  token: string;
  userId: number;
  sessionId: string | null;
  deviceType: string;
  notifies: boolean;
  notifiesByPush: boolean;
  registeredAt: Date;
  /** The keys that encrypt messages for it, base64url; null if it receives none. */
  p256dh: string | null;
  auth: string | null;
}

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  userId: number;
  title: string;
  body: string;
  /** A path of the web app. */
  target: string;
  at: Date;
  readAt: Date | null;
}
