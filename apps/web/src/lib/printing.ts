import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const listeners = new Set<() => void>();
let isPrinting = false;

function setPrinting(value: boolean): void {
  if (value === isPrinting) return;
  isPrinting = value;
  // The browser prints what is on the page once `beforeprint` has been handled.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tracks whether the page is being printed, or shown as if it were. */
export function watchPrinting(): void {
  window.addEventListener('beforeprint', () => setPrinting(true));
  window.addEventListener('afterprint', () => setPrinting(false));
  window.matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches));
}

/** Whether the page is being printed: long lists are then rendered in full, and the page has light colors. */
export function useIsPrinting(): boolean {
  const getSnapshot = () => isPrinting;
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
