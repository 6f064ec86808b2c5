import type { WatchRequest } from '@granary/contract/readings/live';
import { useEffect, useSyncExternalStore } from 'react';
import { now } from './clock.ts';
import { LiveConnection, type LiveState } from './live.ts';
import { endSession } from './session.ts';

/** The page's live connection. */
export const live = new LiveConnection({
  now,
  getMsSincePageLoad: () => performance.now(),
  onSessionEnded: () => endSession('expired'),
  schedule: startTimer,
});

/** Runs `callback` after `delayMs`; returns a function that cancels it. */
export function startTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/** Reports the online and offline events of the browser to the live connection. */
export function watchNetwork(): () => void {
  const onOffline = () => live.handleOffline();
  const onOnline = () => live.handleOnline();
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  return () => {
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}

/** The state of the live connection. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => live.onStateChange(listener),
    () => live.state,
  );
}

/** Watches the bins or alerts in `request` while the component is mounted; null watches nothing. */
export function useWatch(request: WatchRequest | null): void {
  const key = JSON.stringify(request);
  useEffect(() => {
    const wanted = JSON.parse(key) as WatchRequest | null;
    return wanted === null ? undefined : live.watch(wanted);
  }, [key]);
}
