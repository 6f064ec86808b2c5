import { SECOND } from '@granary/domain/units';
import type { LiveSocket } from '../../lib/live.ts';

const RETRY_DELAY = 5 * SECOND;

export interface SocketPorts {
  /** Loads the code of the socket, which the first view of a page does not wait for. */
  load(): Promise<LiveSocket>;
  loaded(socket: LiveSocket): void;
  /** Called for each failure; the code is loaded again later. */
  failed(): void;
  /** Runs `callback` after `delayMs`; returns a function that cancels it. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** Loads a socket, retrying until it succeeds or the returned function is called. */
export function loadSocket({ load, loaded, failed, schedule }: SocketPorts): () => void {
  let isStopped = false;
  let cancelRetry = () => {};
  const attempt = () =>
    load().then(
      (socket) => {
        if (!isStopped) loaded(socket);
      },
      () => {
        if (isStopped) return;
        failed();
        cancelRetry = schedule(() => void attempt(), RETRY_DELAY);
      },
    );
  void attempt();
  return () => {
    isStopped = true;
    cancelRetry();
  };
}
