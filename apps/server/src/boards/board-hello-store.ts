import { sql } from 'kysely';
import type { Trx } from '../platform/postgres/tables.ts';

/** The details that a main board reports about itself when it starts; null for fields that it omits. */
export interface BoardHello {
  readonly mainBoardId: string;
  readonly receivedAt: number;
  readonly boardType: string | null;
  readonly firmwareName: string | null;
  readonly firmwareVersion: string | null;
}

/** Stores what boards report about themselves; fields that a hello omits keep their values. */
export async function storeBoardHellos(trx: Trx, hellos: readonly BoardHello[]): Promise<void> {
  if (hellos.length === 0) return;
  const mergedHellos = [...mergeByBoard(hellos).values()];
  await sql`
    update main_boards set
      board_type = coalesce(hello.board_type, main_boards.board_type),
      firmware_name = coalesce(hello.firmware_name, main_boards.firmware_name),
      firmware_version = coalesce(hello.firmware_version, main_boards.firmware_version),
      hello_at = hello.received_at
    from unnest(
      ${mergedHellos.map(({ mainBoardId }) => mainBoardId)}::text[],
      ${mergedHellos.map(({ boardType }) => boardType)}::text[],
      ${mergedHellos.map(({ firmwareName }) => firmwareName)}::text[],
      ${mergedHellos.map(({ firmwareVersion }) => firmwareVersion)}::text[],
      ${mergedHellos.map(({ receivedAt }) => new Date(receivedAt).toISOString())}::timestamptz[]
    ) as hello (id, board_type, firmware_name, firmware_version, received_at)
    where main_boards.id = hello.id`.execute(trx);
}

/** Merges the hellos of each board: the newest, plus the fields that only earlier hellos have. */
function mergeByBoard(hellos: readonly BoardHello[]): Map<string, BoardHello> {
  const helloByBoard = new Map<string, BoardHello>();
  for (const hello of hellos) {
    const earlierHello = helloByBoard.get(hello.mainBoardId);
    helloByBoard.set(hello.mainBoardId, {
      ...hello,
      boardType: hello.boardType ?? earlierHello?.boardType ?? null,
      firmwareName: hello.firmwareName ?? earlierHello?.firmwareName ?? null,
      firmwareVersion: hello.firmwareVersion ?? earlierHello?.firmwareVersion ?? null,
    });
  }
  return helloByBoard;
}
