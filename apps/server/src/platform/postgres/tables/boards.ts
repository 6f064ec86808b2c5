import type { GeneratedAlways } from 'kysely';
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
  /** From this instant on, what the board sends belongs to the farm's owner. */
  since: DefaultNow;
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
