import {
  endSession,
  endSessions,
  getSessions,
  signOutEverywhere,
} from '@granary/contract/accounts/security';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { endSession as endOwnSession } from '../../../lib/session.ts';

/** The signed-in user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(getSessions, {}, signal),
});

/** Ends one of the user's sessions. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => call(endSession, { body: { sessionId } }),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}

/** Ends all of the user's sessions, including the one in this browser. */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: () => call(signOutEverywhere, {}),
    onSuccess: () => endOwnSession('signed-out'),
  });
}

/** Ends all sessions of another account. */
export function useEndUserSessions() {
  return useMutation({
    mutationFn: (userId: number) => call(endSessions, { body: { userId } }),
  });
}
