import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** A text message that the gateway received. */
export interface ReceivedSms {
  readonly to: string;
  readonly text: string;
  readonly id: string;
}

/** A local SMS gateway. */
export interface TestSmsGateway {
  readonly url: string;
  readonly received: ReceivedSms[];
  readonly authorizations: (string | undefined)[];
  respondWith(status: number): void;
  /**
   * Waits for the next message to a phone number; `earlierCount` is the number of messages that were sent to
   * it earlier.
   */
  waitForSms(to: string, earlierCount?: number): Promise<ReceivedSms>;
  close(): Promise<void>;
}

export async function startSmsGateway(): Promise<TestSmsGateway> {
  const received: ReceivedSms[] = [];
  const authorizations: (string | undefined)[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as ReceivedSms);
      authorizations.push(request.headers.authorization);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    received,
    authorizations,
    respondWith: (newStatus) => {
      status = newStatus;
    },
    waitForSms: (to, earlierCount = 0) =>
      vi.waitFor(
        () => {
          const sms = received.filter((message) => message.to === to)[earlierCount];
          if (sms === undefined) throw new Error(`no text message to ${to}`);
          return sms;
        },
        { timeout: 20_000, interval: 10 },
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
