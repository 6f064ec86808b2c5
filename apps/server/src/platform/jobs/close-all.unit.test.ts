import { expect, it } from 'vitest';
import { closeAll } from './close-all.ts';

it('ends all that was started, the last first, though some of it fails', async () => {
  const ended: string[] = [];
  const closer = (name: string, error?: Error) => async () => {
    ended.push(name);
    if (error) throw error;
  };
  const server = new Error('the server hangs');
  const closers = [
    closer('database'),
    closer('pool', new Error('the pool too')),
    closer('server', server),
    closer('clock'),
  ];
  await expect(closeAll(closers)).rejects.toBe(server);
  expect(ended).toEqual(['clock', 'server', 'pool', 'database']);
});

it('is content where nothing fails, and where there is nothing', async () => {
  await expect(closeAll([async () => {}])).resolves.toBeUndefined();
  await expect(closeAll([])).resolves.toBeUndefined();
});
