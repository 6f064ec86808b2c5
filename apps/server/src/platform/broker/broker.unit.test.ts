import { once } from 'node:events';
import net from 'node:net';
import { createConnectPacket } from '@granary/simulator/load/packets';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boardLimits } from '../../config/limits.ts';
import { Broker } from './broker.ts';

let broker: Broker<string>;
let port: number;
let checkedUsernames: string[];

beforeEach(async () => {
  checkedUsernames = [];
  broker = new Broker<string>(
    {
      authenticate: async (username) => {
        checkedUsernames.push(username);
        return null;
      },
      mayPublish: () => true,
      maySubscribe: () => true,
      subscribed: () => {},
      unsubscribed: () => {},
      onPublish: (_session, _topic, _payload, acknowledge) => acknowledge(),
      rejected: () => {},
      throttled: () => {},
      oldestSessionEnded: () => {},
    },
    { ...boardLimits, packetBytes: 65_536 },
  );
  [port = 0] = await broker.start([{ host: '127.0.0.1', port: 0, tls: null }]);
});

afterEach(() => broker.stop());

/** Sends bytes and waits until the broker closes the connection. */
async function send(...parts: readonly Uint8Array[]): Promise<void> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  socket.write(Buffer.concat(parts));
  await once(socket, 'close');
}

it('removes a connection that closes before its credentials are checked', async () => {
  // A malformed packet: the broker closes the connection while the preceding CONNECT is still pending.
  const malformedPacket = Buffer.from([0, 0]);
  for (let count = 0; count < 20; count++)
    await send(createConnectPacket('A', 'guess', 60), malformedPacket);
  await send(createConnectPacket('A', 'guess', 60));
  await expect.poll(() => broker.listOpenSessions().length, { timeout: 10_000 }).toBe(0);
  expect(checkedUsernames).toContain('A');
});

it('rejects a user name that is too long without checking it', async () => {
  await send(createConnectPacket('A'.repeat(101), 'guess', 60));
  expect(checkedUsernames).toEqual([]);
});
