import { type IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { limits } from '../../config/limits.ts';
import { CallerLimits } from '../limits/caller-limits.ts';
import { HandshakeLimits } from './handshake-limits.ts';

type Handler = (request: IncomingMessage, response: unknown, next: () => void) => void;

it('rejects a handshake while too many from the same address are queued', async () => {
  let handle: Handler = () => {};
  const callerLimits = new CallerLimits({ limitReached() {}, reported() {} });
  new HandshakeLimits({ callerLimits, findNetwork: ({ url = '' }) => url }).apply({
    use: (handler: Handler) => {
      handle = handler;
    },
    on() {},
  } as never);
  const startHandshake = (address: string) => {
    const request = { url: address, socket: new PassThrough() } as unknown as IncomingMessage;
    const response = new ServerResponse(request);
    return new Promise<number | null>((resolve) => {
      response.end = () => {
        resolve(response.statusCode);
        return response;
      };
      handle(request, response, () => resolve(null));
    });
  };
  const handshakes = Array.from({ length: limits.waitingRequests.max }, () =>
    startHandshake('one'),
  );
  expect(await startHandshake('one')).toBe(429);
  expect(await startHandshake('other')).toBe(null);
  expect(await handshakes[0]).toBe(null);
});
