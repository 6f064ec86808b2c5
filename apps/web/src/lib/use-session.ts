import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from './session.ts';

/** The current session; null if nobody is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, currentSession);
}
