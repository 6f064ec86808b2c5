import { SECOND } from '@granary/domain/units';
import { useState, useSyncExternalStore } from 'react';

/** For how long messages stand that go by themselves, ms. */
export const STANDS_FOR = {
  /** Notes were saved. */
  notesSaved: 2 * SECOND,
  /** There is no record before this one. */
  noMoreRecords: 2 * SECOND,
  /** The state of a fan could not be read. */
  fanNotRead: 5 * SECOND,
} as const;

export type ShortMessage = keyof typeof STANDS_FOR;

/** Whether a message stands: from when it is shown on for its time, which begins anew with each. */
export class Shortly {
  readonly #message: ShortMessage;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(message: ShortMessage) {
    this.#message = message;
  }

  get isShown(): boolean {
    return this.#timer !== null;
  }

  readonly show = (): void => {
    this.#stop();
    this.#timer = setTimeout(this.hide, STANDS_FOR[this.#message]);
    this.#tell();
  };

  readonly hide = (): void => {
    this.#stop();
    this.#tell();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A message that goes by itself; whoever leaves the page leaves it behind. */
export function useShortly(message: ShortMessage) {
  const [shortly] = useState(() => new Shortly(message));
  const isShown = useSyncExternalStore(
    shortly.subscribe,
    () => shortly.isShown,
    () => false,
  );
  return { isShown, show: shortly.show, hide: shortly.hide };
}
