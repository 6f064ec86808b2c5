import { expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

/** Processes one batch for each call of `next`, which returns the batch. */
function steps() {
  const open: { batch: readonly string[]; end: (error?: Error) => void }[] = [];
  const errors: unknown[] = [];
  const tell = createSerialQueue<string, string>(
    (batch) =>
      new Promise((resolve, reject) => {
        open.push({ batch, end: (error) => (error ? reject(error) : resolve()) });
      }),
    (error) => errors.push(error),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    errors,
    tell: (key: string, news: string) => tell(new Map([[key, news]])),
    isIdle: () => open.length === 0,
    next: async (error?: Error) => {
      const [step] = open.splice(0, 1);
      step?.end(error);
      await settle();
      return step?.batch;
    },
  };
}

it('waits with newer updates until older ones are processed', async () => {
  const { tell, next, isIdle } = steps();
  tell('a fan', 'off');
  tell('a fan', 'on');
  expect(await next()).toEqual(['off']);
  expect(await next()).toEqual(['on']);
  expect(isIdle()).toBe(true);
});

it('processes the last waiting update of each key', async () => {
  const { tell, next, isIdle } = steps();
  tell('one', '1');
  tell('one', '2');
  tell('other', '3');
  tell('one', '4');
  expect(await next()).toEqual(['1']);
  expect(await next()).toEqual(['4', '3']);
  expect(isIdle()).toBe(true);
});

it('continues after a batch that failed', async () => {
  const { tell, next, errors } = steps();
  const error = new Error('no database');
  tell('one', '1');
  expect(await next(error)).toEqual(['1']);
  expect(errors).toEqual([error]);
  tell('one', '2');
  expect(await next()).toEqual(['2']);
});
