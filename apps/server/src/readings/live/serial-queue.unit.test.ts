import { expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

/** Hands on one batch for each call of `next`, which answers what was in it. */
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

it('newer news waits until older is told, however long that takes', async () => {
  const { tell, next, isIdle } = steps();
  tell('a fan', 'off');
  tell('a fan', 'on');
  expect(await next()).toEqual(['off']);
  expect(await next()).toEqual(['on']);
  expect(isIdle()).toBe(true);
});

it('of what waits the last of each key is told', async () => {
  const { tell, next, isIdle } = steps();
  tell('one', '1');
  tell('one', '2');
  tell('other', '3');
  tell('one', '4');
  expect(await next()).toEqual(['1']);
  expect(await next()).toEqual(['4', '3']);
  expect(isIdle()).toBe(true);
});

it('what could not be told holds up nothing', async () => {
  const { tell, next, errors } = steps();
  const error = new Error('no database');
  tell('one', '1');
  expect(await next(error)).toEqual(['1']);
  expect(errors).toEqual([error]);
  tell('one', '2');
  expect(await next()).toEqual(['2']);
});
