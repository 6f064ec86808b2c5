import type { Generated } from 'kysely';

export interface RawFramesTable {
  id: Generated<string>;
  receivedAt: Date;
  bytes: number;
  binNumber: number | null;
  dictionary: number;
  mainBoardId: string;
  topic: string;
  reason: string | null;
  /** Who or what requested a sent command; null for a received frame. */
  cause: string | null;
  body: Buffer;
}
