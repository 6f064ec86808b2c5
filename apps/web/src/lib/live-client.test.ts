import { expect, it, vi } from 'vitest';

const opened = vi.hoisted(() => vi.fn());
vi.mock('socket.io-client', () => ({ io: opened }));
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

it('the socket connects once a session starts, not by itself', async () => {
  const connect = vi.fn();
  opened.mockReturnValue({ connect, disconnect: () => {}, on: () => {} });
  const { live } = await import('./live-client.ts');
  expect(opened).not.toHaveBeenCalled();
  live.start('token');
  expect(opened).toHaveBeenCalledWith(
    expect.objectContaining({ autoConnect: false, auth: { token: 'token' } }),
  );
  expect(connect).toHaveBeenCalledOnce();
});
