import type { GeneratedAlways } from 'kysely';

/** Identical events within one minute, counted in one row. */
export interface SecurityEventsTable {
  id: GeneratedAlways<string>;
  minute: Date;
  kind: string;
  reason: string | null;
  address: string;
  userId: number | null;
  actorId: number | null;
  mainBoardId: string | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
}
