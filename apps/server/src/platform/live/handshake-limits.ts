import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'socket.io';
import type { CallerLimits } from '../limits/caller-limits.ts';
import { FairQueue, runWhenIdle } from '../limits/fair-queue.ts';

type Engine = Server['engine'];

export interface HandshakePorts {
  readonly callerLimits: Pick<CallerLimits, 'count' | 'isFull' | 'report' | 'take'>;
  /** The network that a request comes from; behind proxies, that of the client. */
  findNetwork(request: IncomingMessage): string;
}

/** Seconds after which an address with too many sockets or waiting requests may try again. */
const RETRY_AFTER_S = 30;

/** Counts handshakes and open sockets by address. Sockets are counted before they authenticate. */
export class HandshakeLimits {
  private readonly queue = new FairQueue(runWhenIdle);

  constructor(private readonly ports: HandshakePorts) {}

  apply(engine: Engine): void {
    engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
      void this.checkLimits(request).then((seconds) => {
        if (seconds === null) next();
        else refuse(request, response, seconds);
      });
    });
    engine.on('connection', (socket: EngineSocket) => {
      const network = this.ports.findNetwork(socket.request);
      const release = this.ports.callerLimits.take('socketsPerAddress', network);
      if (release) socket.once('close', release);
      else socket.close();
    });
  }

  /** The seconds that the caller of a request has to wait; null if the request is accepted. */
  private async checkLimits(request: IncomingMessage): Promise<number | null> {
    const network = this.ports.findNetwork(request);
    const { callerLimits } = this.ports;
    // Without a listener, an error on a waiting socket would stop the server.
    request.socket.on('error', ignore);
    try {
      const seconds = await callerLimits.count('requestsPerAddress', network);
      if (seconds !== null) return seconds;
      const release = callerLimits.take('waitingRequests', network);
      if (release === null) return RETRY_AFTER_S;
      await this.queue.enter(network);
      release();
      const hasTooManySockets =
        isHandshake(request) && callerLimits.isFull('socketsPerAddress', network);
      return hasTooManySockets ? RETRY_AFTER_S : null;
    } finally {
      request.socket.off('error', ignore);
    }
  }
}

interface EngineSocket {
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): void;
  close(): void;
}

function ignore(): void {}

/** Later requests of a socket contain its session ID, `sid`. */
function isHandshake({ url = '' }: IncomingMessage): boolean {
  return !/[?&]sid=/.test(url);
}

function refuse(request: IncomingMessage, response: unknown, seconds: number): void {
  if (response instanceof ServerResponse) {
    response.writeHead(429, { 'retry-after': `${seconds}`, connection: 'close' }).end();
    return;
  }
  // An upgrade has no `ServerResponse`.
  const { socket } = request;
  socket.on('error', ignore);
  socket.end(
    `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${seconds}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
