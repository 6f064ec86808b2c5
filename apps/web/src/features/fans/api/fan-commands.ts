import {
  closeEntry,
  type FanDetails,
  getFanDetails,
  openEntry,
  sendFanCommand,
} from '@granary/contract/commands/http';
import { formatCommandText } from '@granary/domain/commands/instruction';
import { SECOND } from '@granary/domain/units';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How often a fan's details are fetched, while a command is open and while none is. */
const OPEN_COMMAND_INTERVAL = 2 * SECOND;
const IDLE_INTERVAL = 30 * SECOND;

/** Whether the latest command is still waiting for an answer from the board. */
export function isCommandOpen(details: FanDetails | undefined): boolean {
  return details?.outcome === 'queued' || details?.outcome === 'released';
}

/** A bin's latest fan command, with what the board reported and what the airflow shows. */
export function fanDetailsQuery(binId: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, 'command'],
    queryFn: ({ signal }) => call(getFanDetails, { query: { binId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isCommandOpen(state.data) ? OPEN_COMMAND_INTERVAL : IDLE_INTERVAL,
  });
}

/** The bin that a command is for. */
export interface CommandTarget {
  readonly id: number;
  readonly mainBoardId: string;
  /** If absent, no command text is sent for the server to check. */
  readonly binNumber?: number;
}

export interface FanRequest {
  readonly bin: CommandTarget;
  readonly isOn: boolean;
  /** In seconds; null lets the fan run until it is turned off. */
  readonly runForS: number | null;
}

/** Turns a fan on or off, and refetches what the command changes. */
export function useFanCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bin, isOn, runForS }: FanRequest) => {
      const { binNumber } = bin;
      const stationFields = binNumber !== undefined && {
        binNumber,
        command: formatCommandText({ kind: 'fan', isOn, runForS }, binNumber),
      };
      return call(sendFanCommand, {
        body: {
          binId: bin.id,
          mainBoardId: bin.mainBoardId,
          ...stationFields,
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
    onSettled: (_details, _error, { bin }) => invalidateFanQueries(client, bin.id),
  });
}

/** Invalidates the queries that show a bin's fan in lists and on the bin's page. */
function invalidateFanQueries(client: QueryClient, binId: number) {
  return Promise.all(
    [['latest-commands'], ['bin', binId], ['bins']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

/** Reports that the user is entering a bin, or that a person is out. */
export function useReportEntry(binId: number) {
  const client = useQueryClient();
  const { queryKey } = fanDetailsQuery(binId);
  return useMutation({
    /** Closes the entry with this ID, or opens a new entry if the ID is null. */
    mutationFn: (entryId: number | null) =>
      entryId === null
        ? call(openEntry, { body: { binId } })
        : call(closeEntry, { body: { binId, entryId } }),
    onSuccess: (details) => client.setQueryData(queryKey, details),
    // Someone else may have changed the entries.
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () => void invalidateFanQueries(client, binId),
  });
}
