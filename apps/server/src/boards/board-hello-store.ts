import { sql, type Transaction } from 'kysely';
import type { ReadFrame } from '../ingest/decode.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** Keeps what boards say of themselves when they wake; the newest word of each stands. */
export async function storeHellos(
  trx: Transaction<Tables>,
  frames: readonly ReadFrame[],
): Promise<void> {
  for (const { frame, meaning } of frames) {
    if (meaning.kind !== 'hello') continue;
    await sql`
      update main_boards set
        board_type = coalesce(${meaning.boardType}, board_type),
        firmware_name = coalesce(${meaning.firmwareName}, firmware_name),
        firmware_version = coalesce(${meaning.firmwareVersion}, firmware_version),
        hello_at = ${new Date(frame.receivedAt)}
      where id = ${frame.mainBoardId}`.execute(trx);
  }
}
