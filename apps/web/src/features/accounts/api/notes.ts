import { getNotes, saveNotes } from '@granary/contract/accounts/http';
import { queryOptions } from '@tanstack/react-query';
import { call, type RouteResponse } from '../../../lib/api.ts';

export type Notes = RouteResponse<typeof getNotes>;

/** Staff notes about a customer. Never cached, because several people edit them. */
export function notesQuery(userId: number) {
  return queryOptions({
    queryKey: ['notes', userId],
    queryFn: ({ signal }) => call(getNotes, { params: { userId } }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Saves the notes and returns them with their new version. */
export async function updateNotes(userId: number, notes: Notes): Promise<Notes> {
  const { version } = await call(saveNotes, { params: { userId }, body: notes });
  return { text: notes.text, version };
}
