import { useSyncExternalStore } from 'react';
import { getCurrentSession, onSessionChange, type Session } from './session.ts';

/** The current session; null if nobody is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getCurrentSession, getCurrentSession);
}
