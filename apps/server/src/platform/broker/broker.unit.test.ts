import { once } from 'node:events';
import net from 'node:net';
import { connectPacket } from '@granary/simulator/load/packets';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Broker } from './broker.ts';

let broker: Broker<string>;
let port: number;
let asked: string[];

beforeEach(async () => {
  asked = [];
  broker = new Broker<string>(
    {
      authenticate: async (username) => {
        asked.push(username);
        return null;
      },
      ...{ mayPublish: () => true, maySubscribe: () => true },
      ...{
        onPublish: (_session, _topic, _payload, acknowledge) => acknowledge(),
        rejected: () => {},
      },
    },
    65_536,
  );
  [port = 0] = await broker.start([{ host: '127.0.0.1', port: 0, tls: null }]);
});

afterEach(() => broker.stop());

/** Sends bytes, and resolves once the broker has ended the connection. */
async function send(...parts: readonly Uint8Array[]): Promise<void> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  socket.write(Buffer.concat(parts));
  await once(socket, 'close');
}

it('forgets a connection that breaks before its credentials are looked at', async () => {
  // No packet begins with this: the connection ends while the CONNECT before it still waits.
  const noPacket = Buffer.from([0, 0]);
  for (let count = 0; count < 20; count++) await send(connectPacket('A', 'guess', 60), noPacket);
  await send(connectPacket('A', 'guess', 60));
  await expect.poll(() => broker.openSessions().length, { timeout: 10_000 }).toBe(0);
  expect(asked).toContain('A');
});

it('asks nobody about a name that is longer than any', async () => {
  await send(connectPacket('A'.repeat(101), 'guess', 60));
  expect(asked).toEqual([]);
});
