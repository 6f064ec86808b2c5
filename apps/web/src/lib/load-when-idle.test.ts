import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWhenIdle } from './load-when-idle.ts';

let idleCallbacks: Map<number, () => void>;
let page: EventTarget & { requestIdleCallback?: unknown };

beforeEach(() => {
  vi.useFakeTimers();
  idleCallbacks = new Map();
  page = Object.assign(new EventTarget(), { requestIdleCallback: true });
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    idleCallbacks.set(idleCallbacks.size + 1, callback);
    return idleCallbacks.size;
  });
  vi.stubGlobal('cancelIdleCallback', (id: number) => idleCallbacks.delete(id));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const runIdleCallbacks = () => {
  for (const callback of idleCallbacks.values()) callback();
};

it('loads once the page has loaded and is idle', () => {
  vi.stubGlobal('document', { readyState: 'interactive' });
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  loadWhenIdle(load);
  runIdleCallbacks();
  expect(load).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('load'));
  expect(load).not.toHaveBeenCalled();
  runIdleCallbacks();
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads after a delay in browsers without `requestIdleCallback`', () => {
  delete page.requestIdleCallback;
  const load = vi.fn(() => Promise.resolve());
  loadWhenIdle(load);
  expect(load).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(1);
});

it('does not load if it is canceled, or if data saver is on', () => {
  const load = vi.fn(() => Promise.resolve());
  loadWhenIdle(load)();
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  loadWhenIdle(load);
  runIdleCallbacks();
  expect(load).not.toHaveBeenCalled();
});
