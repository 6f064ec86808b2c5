import { SECOND } from '@granary/domain/units';
import { useState, useSyncExternalStore } from 'react';

/** How long a temporary message is shown, ms. */
export const MESSAGE_DURATION = {
  /** A confirmation, or a hint. */
  short: 2 * SECOND,
  slotAdded: 1.5 * SECOND,
  slotDeleted: 3 * SECOND,
  /** An error. */
  long: 5 * SECOND,
} as const;

export type MessageDuration = keyof typeof MESSAGE_DURATION;

/** A message that is shown for its duration after the last call to `show`. */
export class TemporaryMessage {
  readonly #duration: MessageDuration;
  readonly #listeners = new Set<() => void>();
  #isShown: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The timer of an initially shown message starts with its first listener. */
  constructor(duration: MessageDuration, isShown = false) {
    this.#duration = duration;
    this.#isShown = isShown;
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  readonly show = (): void => {
    this.#startTimer();
    this.#set(true);
  };

  readonly hide = (): void => {
    clearTimeout(this.#timer);
    this.#set(false);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#isShown && this.#listeners.size === 0) this.#startTimer();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  };

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.hide, MESSAGE_DURATION[this.#duration]);
  }

  #set(isShown: boolean): void {
    this.#isShown = isShown;
    for (const listener of this.#listeners) listener();
  }
}

/** A temporary message of a component; unmounting the component removes it. */
export function useTemporaryMessage(duration: MessageDuration, isInitiallyShown = false) {
  const [message] = useState(() => new TemporaryMessage(duration, isInitiallyShown));
  const read = () => message.isShown;
  const isShown = useSyncExternalStore(message.subscribe, read, read);
  return { isShown, show: message.show, hide: message.hide };
}
