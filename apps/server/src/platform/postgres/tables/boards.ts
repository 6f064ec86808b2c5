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
  /** Since when what it sends is the farm's owner's. */
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
