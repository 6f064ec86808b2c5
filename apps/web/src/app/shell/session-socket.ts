import { io } from 'socket.io-client';
import type { LiveSocket } from '../../lib/live.ts';

/**
 * The socket of a session, which does not connect by itself. The token goes into the handshake,
 * never into an address. Only the frame of the pages behind the sign-in needs its code.
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
