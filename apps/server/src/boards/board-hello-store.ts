import { sql } from 'kysely';
import type { Trx } from '../platform/postgres/tables.ts';

/** What a main board reports about itself when it starts; null for fields that it omits. */
export interface BoardHello {
  readonly mainBoardId: string;
  readonly receivedAt: number;
  readonly boardType: string | null;
  readonly firmwareName: string | null;
  readonly firmwareVersion: string | null;
}

/** Stores what boards report of themselves; what a hello leaves out keeps its value. */
export async function storeBoardHellos(trx: Trx, hellos: readonly BoardHello[]): Promise<void> {
  for (const hello of hellos) {
    await sql`
      update main_boards set
        board_type = coalesce(${hello.boardType}, board_type),
        firmware_name = coalesce(${hello.firmwareName}, firmware_name),
        firmware_version = coalesce(${hello.firmwareVersion}, firmware_version),
        hello_at = ${new Date(hello.receivedAt)}
      where id = ${hello.mainBoardId}`.execute(trx);
  }
}
