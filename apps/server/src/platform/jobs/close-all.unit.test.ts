import { expect, it } from 'vitest';
import { closeAll } from './close-all.ts';

it('closes everything in reverse order, even after errors', async () => {
  const closedNames: string[] = [];
  const createCloser = (name: string, error?: Error) => async () => {
    closedNames.push(name);
    if (error) throw error;
  };
  const serverError = new Error('the server hangs');
  const closers = [
    createCloser('database'),
    createCloser('pool', new Error('the pool too')),
    createCloser('server', serverError),
    createCloser('clock'),
  ];
  await expect(closeAll(closers)).rejects.toBe(serverError);
  expect(closedNames).toEqual(['clock', 'server', 'pool', 'database']);
});

it('resolves without errors, and for an empty list', async () => {
  await expect(closeAll([async () => {}])).resolves.toBeUndefined();
  await expect(closeAll([])).resolves.toBeUndefined();
});
