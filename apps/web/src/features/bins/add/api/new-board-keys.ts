import {
  type BoardCredentials,
  getBoardsWithKeys,
  MAX_BOARDS_AT_ONCE,
  replaceKeys,
} from '@granary/contract/boards/http';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';

/** A customer's boards that have a key. */
export function boardsWithKeysQuery(userId: number) {
  return queryOptions({
    queryKey: ['keyed-boards', userId],
    queryFn: ({ signal }) => call(getBoardsWithKeys, { query: { user_id: userId } }, signal),
    staleTime: 0,
  });
}

/**
 * Replaces the keys of a customer's boards in batches. The keys are shown only once, so if a batch fails, the
 * keys from earlier batches are retained; retrying continues with the remaining boards.
 */
export function useReplaceBoardKeys(userId: number) {
  const [credentials, setCredentials] = useState<readonly BoardCredentials[]>([]);
  const makeKeys = useMutation({
    mutationFn: async (boardIds: readonly string[]) => {
      const doneIds = new Set(credentials.map(({ mainBoardId }) => mainBoardId));
      const remainingIds = boardIds.filter((id) => !doneIds.has(id));
      for (let start = 0; start < remainingIds.length; start += MAX_BOARDS_AT_ONCE) {
        const mainBoardIds = remainingIds.slice(start, start + MAX_BOARDS_AT_ONCE);
        const newCredentials = await call(replaceKeys, { body: { userId, mainBoardIds } });
        setCredentials((others) => [...others, ...newCredentials]);
      }
    },
    // Keys are never cached.
    gcTime: 0,
  });
  return { makeKeys, credentials };
}
