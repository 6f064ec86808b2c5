import { getNotes, saveNotes } from '@granary/contract/accounts/http';
import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../../lib/api.ts';

export type Notes = AnswerOf<typeof getNotes>;

/** Staff's notes on a customer; read anew by every page, for others write them too. */
export function notesQuery(userId: number) {
  return queryOptions({
    queryKey: ['notes', userId],
    queryFn: ({ signal }) => call(getNotes, { params: { userId } }, signal),
    ...{ staleTime: 0, gcTime: 0 },
  });
}

/** Writes the notes; they are of this version from then on. */
export async function updateNotes(userId: number, notes: Notes): Promise<Notes> {
  const { version } = await call(saveNotes, { params: { userId }, body: notes });
  return { text: notes.text, version };
}
