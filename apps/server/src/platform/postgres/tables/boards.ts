import type { RefusalReason } from '@granary/domain/boards/board-problems';
import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultNow } from './columns.ts';

export interface MainBoardsTable {
  id: string;
  farmId: number;
  keyHash: Buffer | null;
  importUntil: Date | null;
  boardType: string | null;
  firmwareName: string | null;
  firmwareVersion: string | null;
  helloAt: Date | null;
  /** From this time on, what the board sends belongs to the farm's owner. */
  since: DefaultNow;
  /** The last refused sign-in since the board last signed in. */
  refusedAt: Date | null;
  /** Whether the board has signed in with its current key. */
  keyProven: Generated<boolean>;
}

export interface BoardRefusalsTable {
  mainBoardId: string;
  at: Date;
  address: string;
  reason: RefusalReason;
}

export interface UnknownBinsTable {
  mainBoardId: string;
  binNumber: number;
  lastAt: Date;
}

export interface FirmwaresTable {
  id: GeneratedAlways<number>;
  name: string;
  version: string;
  kind: 'realtime' | 'sleep';
  addedAt: Date;
  deletedAt: Date | null;
  checksum: Buffer;
  content: Buffer;
}
