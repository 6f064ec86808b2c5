import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from './session.ts';

/** The session of now; null on the pages that need none. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}
