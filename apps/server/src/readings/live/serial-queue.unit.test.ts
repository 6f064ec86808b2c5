import { expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

/** Creates a queue that processes one batch for each call to `next`, which returns the batch. */
function createSteppedQueue() {
  const pending: { batch: readonly string[]; end: (error?: Error) => void }[] = [];
  const errors: unknown[] = [];
  const enqueue = createSerialQueue<string, string>(
    (batch) =>
      new Promise((resolve, reject) => {
        pending.push({ batch, end: (error) => (error ? reject(error) : resolve()) });
      }),
    (error) => errors.push(error),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    errors,
    enqueue: (key: string, update: string) => enqueue(new Map([[key, update]])),
    isIdle: () => pending.length === 0,
    next: async (error?: Error) => {
      const [step] = pending.splice(0, 1);
      step?.end(error);
      await settle();
      return step?.batch;
    },
  };
}

it('holds newer updates until older ones are processed', async () => {
  const { enqueue, next, isIdle } = createSteppedQueue();
  enqueue('a fan', 'off');
  enqueue('a fan', 'on');
  expect(await next()).toEqual(['off']);
  expect(await next()).toEqual(['on']);
  expect(isIdle()).toBe(true);
});

it('processes only the latest waiting update of each key', async () => {
  const { enqueue, next, isIdle } = createSteppedQueue();
  enqueue('one', '1');
  enqueue('one', '2');
  enqueue('other', '3');
  enqueue('one', '4');
  expect(await next()).toEqual(['1']);
  expect(await next()).toEqual(['4', '3']);
  expect(isIdle()).toBe(true);
});

it('continues after a batch that failed', async () => {
  const { enqueue, next, errors } = createSteppedQueue();
  const error = new Error('no database');
  enqueue('one', '1');
  expect(await next(error)).toEqual(['1']);
  expect(errors).toEqual([error]);
  enqueue('one', '2');
  expect(await next()).toEqual(['2']);
});
