import type { WatchRequest } from '@granary/contract/readings/live';
import { useEffect, useSyncExternalStore } from 'react';
import { now } from './clock.ts';
import { LiveConnection, type LiveState } from './live.ts';
import { endSession } from './session.ts';

/** The page's live connection. */
export const live = new LiveConnection({
  now,
  onSessionEnded: () => endSession('expired'),
  schedule: (act, delayMs) => {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
});

/** Tells the live connection what the browser knows of its network. */
export function watchNetwork(): () => void {
  const lost = () => live.networkLost();
  const back = () => live.networkBack();
  window.addEventListener('offline', lost);
  window.addEventListener('online', back);
  return () => {
    window.removeEventListener('offline', lost);
    window.removeEventListener('online', back);
  };
}

/** Whether readings arrive as they are taken. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => live.onState(listener),
    () => live.state,
  );
}

/** Watches bins for as long as the component is shown; null watches none. */
export function useWatch(request: WatchRequest | null): void {
  const key = JSON.stringify(request);
  useEffect(() => {
    const wanted = JSON.parse(key) as WatchRequest | null;
    return wanted === null ? undefined : live.watch(wanted);
  }, [key]);
}
