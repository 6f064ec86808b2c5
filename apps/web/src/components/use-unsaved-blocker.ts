import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { currentSession } from '../lib/session.ts';

/** Holds whoever leaves a page on which something is not saved, until they have answered. */
export function useUnsavedBlocker(isDirty: boolean) {
  const [session] = useState(currentToken);
  const blocker = useBlocker({
    // Whose session has ended cannot save, and must get to the sign-in page.
    shouldBlockFn: ({ current, next }) =>
      isDirty && pageKey(current) !== pageKey(next) && currentToken() === session,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return {
    isBlocked: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}

function currentToken(): string | null {
  return currentSession()?.token ?? null;
}

/** A page, or a tab of one: another leaves what is typed behind. */
function pageKey({ pathname, search }: { readonly pathname: string; readonly search: object }) {
  return `${pathname} ${'tab' in search ? String(search.tab) : ''}`;
}
