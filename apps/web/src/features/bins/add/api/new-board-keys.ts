import {
  type BoardCredentials,
  getBoardsWithKeys,
  MAX_BOARDS_AT_ONCE,
  replaceKeys,
} from '@granary/contract/boards/http';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';

/** The boards of a customer that have a key. */
export function boardsWithKeysQuery(userId: number) {
  return queryOptions({
    queryKey: ['keyed-boards', userId],
    queryFn: ({ signal }) => call(getBoardsWithKeys, { query: { user_id: userId } }, signal),
    staleTime: 0,
  });
}

/**
 * Replaces the keys of a customer's boards in batches. The keys are shown only once, so those of the
 * batches before a failed one stay; asking again continues with the others.
 */
export function useNewBoardKeys(userId: number) {
  const [credentials, setCredentials] = useState<readonly BoardCredentials[]>([]);
  const makeKeys = useMutation({
    mutationFn: async (boardIds: readonly string[]) => {
      const done = new Set(credentials.map(({ mainBoardId }) => mainBoardId));
      const missing = boardIds.filter((id) => !done.has(id));
      for (let start = 0; start < missing.length; start += MAX_BOARDS_AT_ONCE) {
        const mainBoardIds = missing.slice(start, start + MAX_BOARDS_AT_ONCE);
        const made = await call(replaceKeys, { body: { userId, mainBoardIds } });
        setCredentials((others) => [...others, ...made]);
      }
    },
    // Keys are never cached.
    gcTime: 0,
  });
  return { makeKeys, credentials };
}
