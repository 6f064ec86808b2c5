import { type Millis, millis, SECOND } from '@granary/domain/units';
import { useSyncExternalStore } from 'react';

/** Returns the current time from the browser's clock. */
export function now(): Millis {
  return millis(Date.now());
}

/** How often ages are updated, ms; they are shown in minutes. */
const TICK_INTERVAL = 15 * SECOND;

const listeners = new Set<() => void>();
let currentTime = now();
let timer: ReturnType<typeof setInterval> | null = null;

function tick(): void {
  currentTime = now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    // On the first page the time is still recent, and a tick would render the whole page again.
    if (Math.abs(now() - currentTime) > 5 * SECOND) tick();
    timer = setInterval(tick, TICK_INTERVAL);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The current time from one clock for the whole page, so that all ages agree. */
export function useNow(): Millis {
  return useSyncExternalStore(subscribe, () => currentTime);
}
