import { io } from 'socket.io-client';
import type { LiveSocket } from '../../lib/live.ts';

/**
 * Creates the socket of a session without connecting it. The token is sent in the handshake, never in a URL.
 * Import this module dynamically: it is the only one that loads socket.io.
 */
export function createSessionSocket(token: string): LiveSocket {
  return io({
    autoConnect: false,
    forceNew: true,
    auth: { token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
  });
}
