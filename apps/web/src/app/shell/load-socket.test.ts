import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../lib/live.ts';
import { loadSocket } from './load-socket.ts';

const socket: LiveSocket = {
  active: false,
  connect: () => {},
  disconnect: () => {},
  on: () => {},
  emit: () => {},
};

let attempts: { succeed: () => void; fail: () => void }[];
let timers: { callback: () => void; delayMs: number }[];
let loadedSockets: LiveSocket[];
let failures: number;
let stop: () => void;

beforeEach(() => {
  attempts = [];
  timers = [];
  loadedSockets = [];
  failures = 0;
  stop = loadSocket({
    load: () =>
      new Promise((resolve, reject) => {
        attempts.push({
          succeed: () => resolve(socket),
          fail: () => reject(new TypeError('Failed to fetch dynamically imported module')),
        });
      }),
    loaded: (loadedSocket) => loadedSockets.push(loadedSocket),
    failed: () => {
      failures += 1;
    },
    schedule: (callback, delayMs) => {
      const timer = { callback, delayMs };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });
});

/** Resolves after the handlers of settled promises have run. */
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

describe('the socket, whose code loads after the first page', () => {
  it('is retried five seconds after each failure, until it loads', async () => {
    attempts[0]?.fail();
    await flushPromises();
    expect(failures).toBe(1);
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([5_000]);
    expect(attempts).toHaveLength(1);
    timers[0]?.callback();
    attempts[1]?.fail();
    await flushPromises();
    expect(failures).toBe(2);
    timers[1]?.callback();
    attempts[2]?.succeed();
    await flushPromises();
    expect(loadedSockets).toEqual([socket]);
    expect(failures).toBe(2);
    expect(attempts).toHaveLength(3);
    expect(timers).toHaveLength(2);
  });

  it('is not loaded again after the session ends', async () => {
    attempts[0]?.fail();
    await flushPromises();
    stop();
    expect(timers).toEqual([]);
  });

  it('is not used if the session ended while it was loading', async () => {
    stop();
    attempts[0]?.succeed();
    await flushPromises();
    expect(loadedSockets).toEqual([]);
  });

  it('does not report a failure if the session ended while it loaded', async () => {
    stop();
    attempts[0]?.fail();
    await flushPromises();
    expect(failures).toBe(0);
    expect(timers).toEqual([]);
  });
});
