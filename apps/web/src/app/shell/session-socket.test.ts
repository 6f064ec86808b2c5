import { expect, it, vi } from 'vitest';
import { live } from '../../lib/live-client.ts';
import { createSessionSocket } from './session-socket.ts';

const createSocket = vi.hoisted(() => vi.fn());
vi.mock('socket.io-client', () => ({ io: createSocket }));
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

it('the socket connects only when a session starts', () => {
  const connect = vi.fn();
  createSocket.mockReturnValue({ connect, disconnect: () => {}, on: () => {} });
  const socket = createSessionSocket('token');
  expect(createSocket).toHaveBeenCalledWith(
    expect.objectContaining({ autoConnect: false, auth: { token: 'token' } }),
  );
  expect(connect).not.toHaveBeenCalled();
  live.start(socket);
  expect(connect).toHaveBeenCalledOnce();
});
