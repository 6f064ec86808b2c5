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
  /** Who caused a command that was sent; null for what was received. */
  cause: string | null;
  body: Buffer;
}
