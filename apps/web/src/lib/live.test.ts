import {
  ALERTS_EVENT,
  BIN_ENTRIES_EVENT,
  NOTIFICATIONS_EVENT,
} from '@granary/contract/alerts/live';
import {
  READING_EVENT,
  readingEvent,
  UNWATCH_EVENT,
  WATCH_EVENT,
} from '@granary/contract/readings/live';
import { millis } from '@granary/domain/units';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { makeExampleLiveReading } from '../bin-data/reading.fixture.ts';
import { LiveConnection, type LiveSocket } from './live.ts';

type Listener = (...args: unknown[]) => void;

class FakeSocket implements LiveSocket {
  active = true;
  connectCount = 0;
  readonly watchRequests: unknown[] = [];
  readonly unwatchRequests: unknown[] = [];
  readonly watchCallbacks: Listener[] = [];
  readonly #listeners = new Map<string, Listener>();

  connect() {
    this.connectCount += 1;
  }
  disconnect() {}
  on(event: string, listener: Listener) {
    this.#listeners.set(event, listener);
  }
  emit(event: string, payload: unknown, answer: unknown) {
    if (event === UNWATCH_EVENT) this.unwatchRequests.push(payload);
    if (event !== WATCH_EVENT) return;
    this.watchRequests.push(payload);
    this.watchCallbacks.push(answer as Listener);
  }
  receive(event: string, ...args: unknown[]) {
    this.#listeners.get(event)?.(...args);
  }
  answerAll(ok = true, unchangedForMs = 0) {
    for (const answer of this.watchCallbacks.splice(0))
      answer({ ok, unchanged_for_ms: unchangedForMs });
  }
}

/** Timers that fire on demand. */
class FakeTimers {
  readonly #callbacks = new Set<() => void>();
  readonly schedule = (callback: () => void) => {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  };
  fireAll() {
    for (const callback of [...this.#callbacks]) {
      this.#callbacks.delete(callback);
      callback();
    }
  }
}

let socket: FakeSocket;
let timers: FakeTimers;
let live: LiveConnection;
let sessionEndCount: number;
let msSincePageLoad: number;

beforeEach(() => {
  socket = new FakeSocket();
  timers = new FakeTimers();
  sessionEndCount = 0;
  msSincePageLoad = 0;
  live = new LiveConnection({
    now: () => millis(1_000),
    getMsSincePageLoad: () => msSincePageLoad,
    onSessionEnded: () => {
      sessionEndCount += 1;
    },
    schedule: timers.schedule,
  });
  live.start(socket);
});

/** Lets the callbacks of settled promises run. */
const flushPromises = () => new Promise<void>((done) => setTimeout(done));

async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await flushPromises();
  return done;
}

const encodeReading = (at: number, binId = 1) =>
  z.encode(readingEvent, makeExampleLiveReading({ binId, at: millis(at) }));

describe('a live connection', () => {
  it('watches alerts separately from all bins, and reports changes to them', () => {
    const changes: string[] = [];
    live.onChange((change) => changes.push(change));
    live.watch({ all: true });
    live.watch({ alerts: true });
    socket.receive('connect');
    expect(socket.watchRequests).toEqual([{ all: true }, { alerts: true }]);
    socket.receive(ALERTS_EVENT, {});
    socket.receive(NOTIFICATIONS_EVENT, {});
    socket.receive(BIN_ENTRIES_EVENT, {});
    expect(changes).toEqual(['alerts', 'notifications', 'bin-entries']);
    const [all] = socket.watchCallbacks;
    all?.({ ok: true, unchanged_for_ms: 0 });
    expect(live.isWatching({ all: true })).toBe(true);
    expect(live.isWatching({ alerts: true })).toBe(false);
  });

  it('delays a fetch until the server has accepted the watch', async () => {
    live.watch({ bins: [7] });
    const waiting = live.waitUntilWatching({ bins: [7] });
    socket.receive('connect');
    expect(socket.watchRequests).toEqual([{ bins: ['7'] }]);
    expect(await isDone(waiting)).toBe(false);
    socket.answerAll();
    expect(await isDone(waiting)).toBe(true);
  });

  it('keeps the newest reading that arrived during a fetch', () => {
    const getNewest = live.trackNewestReadings();
    socket.receive('connect');
    socket.receive(READING_EVENT, encodeReading(2_000));
    socket.receive(READING_EVENT, encodeReading(1_000));
    expect(getNewest(1)?.at).toBe(2_000);
  });

  it('ignores readings that arrived before the fetch', () => {
    socket.receive('connect');
    socket.receive(READING_EVENT, encodeReading(2_000));
    const newest = live.trackNewestReadings();
    expect(newest(1)).toBe(null);
    socket.receive(READING_EVENT, encodeReading(2_000, 2));
    expect(newest(1)).toBe(null);
    socket.receive(READING_EVENT, encodeReading(2_000));
    expect(newest(1)?.at).toBe(2_000);
  });

  it('ignores readings older than the newest one', () => {
    const received: number[] = [];
    live.onReading((reading) => received.push(reading.at));
    socket.receive('connect');
    for (const at of [1_000, 3_000, 2_000, 3_000, 4_000])
      socket.receive(READING_EVENT, encodeReading(at));
    expect(received).toEqual([1_000, 3_000, 3_000, 4_000]);
  });

  it('drops a reading that does not match the contract and continues', () => {
    socket.receive('connect');
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    socket.receive(READING_EVENT, { nonsense: true });
    expect(consoleError).toHaveBeenCalledOnce();
    consoleError.mockRestore();
    const newest = live.trackNewestReadings();
    socket.receive(READING_EVENT, encodeReading(2_000));
    expect(newest(1)?.at).toBe(2_000);
  });

  it('renews its watches after a lost connection before it requests a refetch', async () => {
    let renewalCount = 0;
    live.onRenewed(() => {
      renewalCount += 1;
    });
    live.watch({ all: true });
    socket.receive('connect');
    socket.answerAll();
    await flushPromises();
    expect(renewalCount).toBe(0);
    socket.receive('disconnect');
    expect(live.state).toEqual({ kind: 'offline', since: 1_000 });
    socket.receive('connect');
    expect(socket.watchRequests).toEqual([{ all: true }, { all: true }]);
    await flushPromises();
    expect(renewalCount).toBe(0);
    socket.answerAll();
    await flushPromises();
    expect(renewalCount).toBe(1);
    expect(live.state).toEqual({ kind: 'live' });
  });

  it.each([
    ['the first try failed', () => socket.receive('connect_error')],
    ['nothing was received in time', () => timers.fireAll()],
  ])('requests a refetch if %s', async (_, fail) => {
    let renewalCount = 0;
    live.onRenewed(() => {
      renewalCount += 1;
    });
    const waiting = live.waitUntilWatching({ bins: [7] });
    fail();
    expect(await isDone(waiting)).toBe(true);
    socket.receive('connect');
    socket.answerAll();
    await flushPromises();
    expect(renewalCount).toBe(1);
  });

  it('requests a refetch when a late response arrives', async () => {
    let renewalCount = 0;
    live.onRenewed(() => {
      renewalCount += 1;
    });
    socket.receive('connect');
    await flushPromises();
    live.watch({ bins: [7] });
    timers.fireAll();
    expect(renewalCount).toBe(0);
    socket.answerAll();
    expect(renewalCount).toBe(1);
  });

  it('does not delay a fetch while it is offline or the server does not respond', async () => {
    live.watch({ all: true });
    const waiting = live.waitUntilWatching({ all: true });
    socket.receive('connect_error');
    expect(await isDone(waiting)).toBe(true);
    expect(await isDone(live.waitUntilWatching({ all: true }))).toBe(true);
    socket.receive('connect');
    const second = live.waitUntilWatching({ all: true });
    expect(await isDone(second)).toBe(false);
    timers.fireAll();
    expect(await isDone(second)).toBe(true);
  });

  it('does not watch bins that are no longer shown', () => {
    const stop = live.watch({ bins: [7] });
    live.watch({ bins: [8] });
    stop();
    socket.receive('connect');
    expect(socket.watchRequests).toEqual([{ bins: ['8'] }]);
  });

  it('ends a watch on the server only when its last user stops', () => {
    socket.receive('connect');
    const [stopFirst, stopSecond] = [live.watch({ bins: [8, 7] }), live.watch({ bins: [7, 8] })];
    expect(socket.watchRequests).toEqual([{ bins: ['8', '7'] }]);
    socket.answerAll();
    stopFirst();
    timers.fireAll();
    expect(socket.unwatchRequests).toEqual([]);
    stopSecond();
    const unwatch = live.watch({ bins: [7, 8] });
    timers.fireAll();
    expect(socket.unwatchRequests).toEqual([]);
    unwatch();
    timers.fireAll();
    expect(socket.unwatchRequests).toEqual([{ bins: ['8', '7'] }]);
    live.watch({ bins: [7, 8] });
    expect(socket.watchRequests).toHaveLength(2);
  });

  it('keeps the part of an ended watch that another watch still needs', () => {
    socket.receive('connect');
    const bins = Array.from({ length: 501 }, (_, index) => index + 1);
    const stop = live.watch({ bins });
    live.watch({ bins: [501] });
    stop();
    timers.fireAll();
    expect(socket.unwatchRequests).toEqual([{ bins: bins.slice(0, 500).map(String) }]);
  });

  it('does not keep a watch that only waitUntilWatching needed', async () => {
    socket.receive('connect');
    const waiting = live.waitUntilWatching({ bins: [7] });
    socket.answerAll();
    await waiting;
    expect(live.isWatching({ bins: [7] })).toBe(true);
    timers.fireAll();
    expect(socket.unwatchRequests).toEqual([{ bins: ['7'] }]);
    expect(live.isWatching({ bins: [7] })).toBe(false);
  });

  it('does not count a refused or unanswered watch as active', async () => {
    socket.receive('connect');
    live.watch({ bins: [7] });
    socket.answerAll(false);
    expect(await isDone(live.waitUntilWatching({ bins: [7] }))).toBe(true);
    expect(live.isWatching({ bins: [7] })).toBe(false);
    live.watch({ bins: [8] });
    timers.fireAll();
    expect(await isDone(live.waitUntilWatching({ bins: [8] }))).toBe(true);
    expect(live.isWatching({ bins: [8] })).toBe(false);
  });

  it('has all readings since the last one that arrived before the server accepted the watch', () => {
    socket.receive('connect');
    live.watch({ bins: [7, 8] });
    expect(live.hasAllReadingsSince({ bins: [7] }, 5_000)).toBe(false);
    msSincePageLoad = 5_000;
    socket.answerAll(true, 1_200);
    expect(live.hasAllReadingsSince({ bins: [7, 8] }, 3_799)).toBe(false);
    expect(live.hasAllReadingsSince({ bins: [7, 8] }, 3_800)).toBe(true);
    expect(live.hasAllReadingsSince({ bins: [8] }, 3_800)).toBe(true);
    expect(live.hasAllReadingsSince({ bins: [8, 9] }, 3_800)).toBe(false);
    expect(live.hasAllReadingsSince({ all: true }, 3_800)).toBe(false);
    socket.receive('disconnect');
    expect(live.hasAllReadingsSince({ bins: [8] }, 3_800)).toBe(false);
  });

  it("does not count a watch for which the server sends no readings, such as an admin's watch of all bins", () => {
    socket.receive('connect');
    live.watch({ all: true });
    for (const answer of socket.watchCallbacks.splice(0)) answer({ ok: true });
    expect(live.isWatching({ bins: [7] })).toBe(false);
    expect(live.hasAllReadingsSince({ bins: [7] }, 1_000)).toBe(false);
  });

  it('watches many bins in several requests and waits for all responses', async () => {
    const bins = Array.from({ length: 1_001 }, (_, index) => index + 1);
    live.watch({ bins });
    const waiting = live.waitUntilWatching({ bins });
    socket.receive('connect');
    expect(socket.watchRequests).toHaveLength(3);
    socket.watchCallbacks.pop()?.({ ok: true, unchanged_for_ms: 0 });
    expect(await isDone(waiting)).toBe(false);
    socket.answerAll();
    expect(await isDone(waiting)).toBe(true);
  });

  it('reconnects when socket.io does not', () => {
    socket.active = false;
    socket.receive('disconnect');
    expect(socket.connectCount).toBe(1);
    timers.fireAll();
    expect(socket.connectCount).toBe(2);
  });

  it('reports the end of the session and clears its readings when it stops', () => {
    const newest = live.trackNewestReadings();
    socket.receive('connect');
    socket.receive(READING_EVENT, encodeReading(2_000));
    socket.receive('session-ended');
    expect(sessionEndCount).toBe(1);
    live.stop();
    expect(newest(1)).toBe(null);
  });
});
