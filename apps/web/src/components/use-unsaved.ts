import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { currentSession } from '../lib/session.ts';

/** Holds whoever leaves a page on which something is not saved, until they have answered. */
export function useUnsaved(isDirty: boolean) {
  const [session] = useState(tokenOfNow);
  const blocker = useBlocker({
    // Whose session has ended cannot save, and must get to the sign-in page.
    shouldBlockFn: ({ current, next }) =>
      isDirty && placeOf(current) !== placeOf(next) && tokenOfNow() === session,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return {
    isHeld: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}

function tokenOfNow(): string | null {
  return currentSession()?.token ?? null;
}

/** A page, or a tab of one: another leaves what is typed behind. */
function placeOf({ pathname, search }: { readonly pathname: string; readonly search: object }) {
  return `${pathname} ${'tab' in search ? String(search.tab) : ''}`;
}
