import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { createConnectPacket } from '@granary/simulator/load/packets';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../../test/support/tls-certificate.ts';
import { boardLimits } from '../../config/limits.ts';
import { Broker } from './broker.ts';

let broker: Broker<string>;
let ports: number[];
let onSubscribed: () => void;
let unsubscribedUsernames: string[];

beforeEach(async () => {
  onSubscribed = () => {};
  unsubscribedUsernames = [];
  broker = new Broker<string>(
    {
      authenticate: async (username) => username,
      mayPublish: () => true,
      maySubscribe: () => true,
      subscribed: () => onSubscribed(),
      unsubscribed: (username) => unsubscribedUsernames.push(username),
      onPublish: (_session, _topic, _payload, acknowledge) => acknowledge(),
      rejected: () => {},
      throttled: () => {},
      oldestSessionEnded: () => {},
    },
    { ...boardLimits, packetBytes: 65_536 },
  );
  const listener = { host: '127.0.0.1', port: 0 };
  const certificate = {
    cert: Buffer.from(TEST_CERTIFICATE),
    key: Buffer.from(TEST_CERTIFICATE_KEY),
  };
  ports = await broker.start([
    { ...listener, tls: null },
    { ...listener, tls: certificate },
  ]);
});

afterEach(() => broker.stop());

/** Creates a SUBSCRIBE packet for topic `d` with packet ID 1. */
const createSubscribePacket = (qos: number) => Buffer.from([0x82, 6, 0, 1, 0, 1, 0x64, qos]);
const CONNACK_AND_SUBACK_BYTES = 4 + 5;

/** Connects a client that subscribes, and that sends PUBACKs only when the test writes them. */
async function connect(kind: 'plain' | 'tls', qos = 1) {
  const [plainPort = 0, tlsPort = 0] = ports;
  const host = '127.0.0.1';
  const socket =
    kind === 'plain'
      ? net.connect({ host, port: plainPort })
      : tls.connect({ host, port: tlsPort, rejectUnauthorized: false });
  const errors: unknown[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', ({ code }: NodeJS.ErrnoException) => errors.push(code));
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await once(socket, kind === 'plain' ? 'connect' : 'secureConnect');
  socket.write(Buffer.concat([createConnectPacket('A', 'key', 60), createSubscribePacket(qos)]));
  await expect.poll(() => received).toBeGreaterThanOrEqual(CONNACK_AND_SUBACK_BYTES);
  return { socket, errors, closed, received: () => received };
}

describe.each(['plain', 'tls'] as const)('a message over %s', (kind) => {
  it('is acknowledged by the PUBACK', async () => {
    const { socket, received } = await connect(kind);
    await expect.poll(() => broker.canSend('A')).toBe(true);
    const result = broker.send('A', 'd', 'hello', 5_000);
    expect(broker.canSend('A')).toBe(false);
    await expect.poll(received).toBeGreaterThan(CONNACK_AND_SUBACK_BYTES);
    socket.write(Buffer.from([0x40, 2, 0, 1]));
    expect(await result).toBe('acknowledged');
    expect(broker.canSend('A')).toBe(true);
    socket.destroy();
  });

  it('resets the connection if no PUBACK arrives in time', async () => {
    const { errors, closed } = await connect(kind);
    await expect.poll(() => broker.canSend('A')).toBe(true);
    expect(await broker.send('A', 'd', 'hello', 30)).toBe('lost');
    await closed;
    expect(errors).toEqual(['ECONNRESET']);
    expect(broker.canSend('A')).toBe(false);
  });
});

it('sends nothing to a client that is not subscribed or that subscribed with QoS 0', async () => {
  expect(await broker.send('A', 'd', 'hello', 30)).toBe('lost');
  const { socket } = await connect('plain', 0);
  expect(broker.canSend('A')).toBe(false);
  expect(await broker.send('A', 'd', 'hello', 30)).toBe('lost');
  socket.destroy();
});

it('reports a lost message and an unsubscribed client when the client disconnects', async () => {
  const whenSubscribed = new Promise<void>((resolve) => {
    onSubscribed = resolve;
  });
  const { socket } = await connect('plain');
  await whenSubscribed;
  const result = broker.send('A', 'd', 'hello', 5_000);
  expect(unsubscribedUsernames).toEqual([]);
  socket.destroy();
  expect(await result).toBe('lost');
  expect(unsubscribedUsernames).toEqual(['A']);
});
