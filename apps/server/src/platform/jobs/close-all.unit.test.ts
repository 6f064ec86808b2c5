import { expect, it } from 'vitest';
import { closeAll } from './close-all.ts';

it('closes everything in reverse order, even after errors', async () => {
  const closed: string[] = [];
  const createCloser = (name: string, error?: Error) => async () => {
    closed.push(name);
    if (error) throw error;
  };
  const server = new Error('the server hangs');
  const closers = [
    createCloser('database'),
    createCloser('pool', new Error('the pool too')),
    createCloser('server', server),
    createCloser('clock'),
  ];
  await expect(closeAll(closers)).rejects.toBe(server);
  expect(closed).toEqual(['clock', 'server', 'pool', 'database']);
});

it('resolves without errors, and for an empty list', async () => {
  await expect(closeAll([async () => {}])).resolves.toBeUndefined();
  await expect(closeAll([])).resolves.toBeUndefined();
});
