import {
  type BoardCredentials,
  getKeyedBoards,
  makeCredentials,
} from '@granary/contract/boards/http';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';

/** The boards of a customer that have a key. */
export function keyedBoardsQuery(userId: number) {
  return queryOptions({
    queryKey: ['keyed-boards', userId],
    queryFn: ({ signal }) => call(getKeyedBoards, { query: { user_id: userId } }, signal),
    staleTime: 0,
  });
}

/**
 * Replaces the keys of boards one after another. The keys are shown only once, so those of a request
 * that failed later stay; asking again continues with the others.
 */
export function useNewBoardKeys() {
  const [credentials, setCredentials] = useState<readonly BoardCredentials[]>([]);
  const making = useMutation({
    mutationFn: async (boardIds: readonly string[]) => {
      const done = new Set(credentials.map(({ mainBoardId }) => mainBoardId));
      for (const mainBoardId of boardIds.filter((id) => !done.has(id))) {
        const made = await call(makeCredentials, {
          params: { mainBoardId },
          body: { rotate: true },
        });
        setCredentials((others) => [...others, made]);
      }
    },
    // Keys are never cached.
    gcTime: 0,
  });
  return { making, credentials };
}
