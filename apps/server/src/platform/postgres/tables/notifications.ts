import type { GeneratedAlways } from 'kysely';

export interface DevicesTable {
  token: string;
  userId: number;
  sessionId: string | null;
  deviceType: string;
  notifies: boolean;
  notifiesByPush: boolean;
  registeredAt: Date;
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
