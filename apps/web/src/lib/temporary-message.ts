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
export class TemporaryMessage {
  readonly #message: ShortMessage;
  readonly #listeners = new Set<() => void>();
  #isShown: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** One that is shown from the start has its time from when somebody draws it. */
  constructor(message: ShortMessage, isShown = false) {
    this.#message = message;
    this.#isShown = isShown;
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  readonly show = (): void => {
    this.#begin();
    this.#set(true);
  };

  readonly hide = (): void => {
    clearTimeout(this.#timer);
    this.#set(false);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#isShown && this.#listeners.size === 0) this.#begin();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  };

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.hide, STANDS_FOR[this.#message]);
  }

  #set(isShown: boolean): void {
    this.#isShown = isShown;
    for (const listener of this.#listeners) listener();
  }
}

/** A message that goes by itself; whoever leaves the page leaves it behind. */
export function useTemporaryMessage(message: ShortMessage, isShownAtFirst = false) {
  const [shortly] = useState(() => new TemporaryMessage(message, isShownAtFirst));
  const read = () => shortly.isShown;
  const isShown = useSyncExternalStore(shortly.subscribe, read, read);
  return { isShown, show: shortly.show, hide: shortly.hide };
}
