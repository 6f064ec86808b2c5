import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { getCurrentSession } from '../lib/session.ts';

/** Blocks navigation away from a page with unsaved changes until the user confirms. */
export function useUnsavedChangesBlocker(isDirty: boolean) {
  const [initialToken] = useState(getCurrentToken);
  const blocker = useBlocker({
    // After the session has ended nothing can be saved, so going to the sign-in page is not blocked.
    shouldBlockFn: ({ current, next }) =>
      isDirty && pageKey(current) !== pageKey(next) && getCurrentToken() === initialToken,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return {
    isBlocked: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}

function getCurrentToken(): string | null {
  return getCurrentSession()?.token ?? null;
}

/** Identifies a page and its tab: leaving either loses what was typed. */
function pageKey({ pathname, search }: { readonly pathname: string; readonly search: object }) {
  return `${pathname} ${'tab' in search ? String(search.tab) : ''}`;
}
