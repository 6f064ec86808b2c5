import { type FanCommand, getLatestCommand } from '@granary/contract/commands/http';
import { SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** A command that waits is asked after so often. */
const WAITING = 10 * SECOND;

/** So many boards are asked about at a time: a large farm has dozens. */
const AT_A_TIME = 6;

/** What a main board was last sent; null where it never was sent anything. */
export type BoardCommand = { readonly board: string } & (
  | { readonly command: FanCommand | null }
  | { readonly error: unknown }
);

/** The latest fan command of each of the main boards, or why it could not be read. */
export function latestCommands(boards: readonly string[]) {
  return queryOptions({
    queryKey: ['latest-commands', boards],
    queryFn: async ({ signal }): Promise<BoardCommand[]> => {
      const found = new Map<string, BoardCommand>();
      const rest = boards.values();
      const ask = async () => {
        for (const board of rest) found.set(board, await commandOf(board, signal));
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, ask));
      return boards.flatMap((board) => found.get(board) ?? []);
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? WAITING : false),
  });
}

async function commandOf(board: string, signal: AbortSignal): Promise<BoardCommand> {
  try {
    const command = await call(getLatestCommand, { query: { mainBoardId: board } }, signal);
    return { board, command };
  } catch (error) {
    return { board, error };
  }
}

function isWaiting(found: BoardCommand): boolean {
  return 'command' in found && found.command?.status === 'unpublished';
}
