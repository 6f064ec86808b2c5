import {
  addCommandForSingleBin,
  closeEntry,
  type FanDetails,
  getFanDetails,
  openEntry,
} from '@granary/contract/commands/http';
import { formatCommandText } from '@granary/domain/commands/instruction';
import { SECOND } from '@granary/domain/units';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How often a fan is fetched while its command is open, and otherwise. */
const OPEN_INTERVAL = 2 * SECOND;
const IDLE_INTERVAL = 30 * SECOND;

/** Whether the board still has to answer the latest command. */
export function isCommandOpen(details: FanDetails | undefined): boolean {
  return details?.outcome === 'queued' || details?.outcome === 'released';
}

/** The latest command of a bin's fan, and what its board and the airflow show. */
export function fanDetailsQuery(binId: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, 'command'],
    queryFn: ({ signal }) => call(getFanDetails, { query: { binId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (isCommandOpen(state.data) ? OPEN_INTERVAL : IDLE_INTERVAL),
  });
}

/** The bin that a command is for. */
export interface CommandedBin {
  readonly id: number;
  readonly mainBoardId: string;
  /** Without it, the server does not check the command text. */
  readonly binNumber?: number;
}

export interface FanRequest {
  readonly bin: CommandedBin;
  readonly isOn: boolean;
  /** Null means until turned off. */
  readonly runForS: number | null;
}

/** Turns a fan on or off, and fetches again what a command changes. */
export function useFanCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bin, isOn, runForS }: FanRequest) => {
      const { binNumber } = bin;
      const station = binNumber !== undefined && {
        binNumber,
        command: formatCommandText({ kind: 'fan', isOn, runForS }, binNumber),
      };
      return call(addCommandForSingleBin, {
        body: {
          binId: bin.id,
          mainBoardId: bin.mainBoardId,
          ...station,
          controlType: 'manual',
          status: 'unpublished',
          fan: isOn ? 'on' : 'off',
          isConfirmed: false,
          ...(runForS !== null && { runForS }),
        },
      });
    },
    onSuccess: (details) => {
      client.setQueryData(fanDetailsQuery(details.binId).queryKey, details);
    },
    onSettled: (_details, _error, { bin }) => invalidateFan(client, bin.id),
  });
}

/** Invalidates what lists and the bin's page show about its fan. */
function invalidateFan(client: QueryClient, binId: number) {
  return Promise.all(
    [['latest-commands'], ['bin', binId], ['bins']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

/** Reports that someone is entering a bin, or that everyone is out. */
export function useEntry(binId: number) {
  const client = useQueryClient();
  const { queryKey } = fanDetailsQuery(binId);
  return useMutation({
    /** The entry to close; null to open one. */
    mutationFn: (entryId: number | null) =>
      entryId === null
        ? call(openEntry, { body: { binId } })
        : call(closeEntry, { body: { binId, entryId } }),
    onSuccess: (details) => client.setQueryData(queryKey, details),
    // Someone else may have reported it.
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () => void invalidateFan(client, binId),
  });
}
