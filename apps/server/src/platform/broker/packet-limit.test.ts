import { once } from 'node:events';
import net from 'node:net';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PacketLimiter, SizeLimitedConnection } from './packet-limit.ts';

const LIMIT = 64 * 1024;

/** Creates the fixed header of a packet with the given type (0 to 15) and remaining length. */
function createHeader(type: number, length: number): Buffer {
  const bytes = [type << 4];
  let remainder = length;
  do {
    bytes.push((remainder % 128) | (remainder >= 128 ? 0x80 : 0));
    remainder = Math.floor(remainder / 128);
  } while (remainder > 0);
  return Buffer.from(bytes);
}

function createPacket(type: number, length: number): Buffer {
  return Buffer.concat([createHeader(type, length), Buffer.alloc(length, 0xff)]);
}

/** The longest allowed body, after a header of four bytes. */
const MAX_BODY_LENGTH = LIMIT - 4;

/** Splits bytes into chunks at the given offsets. */
function splitAt(bytes: Buffer, splitPoints: readonly number[]): Buffer[] {
  const ends = [
    ...new Set(splitPoints.map((offset) => offset % (bytes.length + 1))),
    bytes.length,
  ].sort((a, b) => a - b);
  let start = 0;
  return ends.map((end) => bytes.subarray(start, (start = end)));
}

const packetType = fc.integer({ min: 0, max: 15 });
const bodyLength = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: MAX_BODY_LENGTH - 3, max: MAX_BODY_LENGTH }),
  fc.integer({ min: 0, max: MAX_BODY_LENGTH }),
);
const splitOffsets = fc.array(fc.nat(), { maxLength: 30 });

describe('PacketLimiter', () => {
  it('accepts every packet up to the limit, in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(packetType, bodyLength), { minLength: 1, maxLength: 6 }),
        splitOffsets,
        (packets, chunkOffsets) => {
          const limiter = new PacketLimiter(LIMIT);
          const stream = Buffer.concat(packets.map(([kind, length]) => createPacket(kind, length)));
          for (const chunk of splitAt(stream, chunkOffsets))
            expect(limiter.accepts(chunk)).toBe(true);
        },
      ),
    );
  });

  it('rejects a longer packet as soon as its header arrives, in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(packetType, bodyLength), { maxLength: 4 }),
        fc.tuple(packetType, fc.integer({ min: MAX_BODY_LENGTH + 1, max: 268_435_455 })),
        splitOffsets,
        (shorterPackets, [kind, length], chunkOffsets) => {
          const stream = Buffer.concat([
            ...shorterPackets.map(([shorterKind, bytes]) => createPacket(shorterKind, bytes)),
            createHeader(kind, length),
          ]);
          const limiter = new PacketLimiter(LIMIT);
          const results = splitAt(stream, chunkOffsets).map((chunk) => limiter.accepts(chunk));
          expect(results).toContain(false);
        },
      ),
    );
  });

  it('gives the same result when bytes arrive one by one', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.integer({ min: 4, max: 200 }),
        (bytes, max) => {
          const wholeLimiter = new PacketLimiter(max);
          const byteLimiter = new PacketLimiter(max);
          const wholeResult = wholeLimiter.accepts(bytes);
          let byteResult = true;
          for (const byte of bytes) byteResult &&= byteLimiter.accepts(Uint8Array.of(byte));
          expect(byteResult).toBe(wholeResult);
        },
      ),
    );
  });

  it('accepts a packet of exactly the maximum size, and rejects one that is a byte longer', () => {
    expect(new PacketLimiter(LIMIT).accepts(createHeader(3, MAX_BODY_LENGTH))).toBe(true);
    expect(new PacketLimiter(LIMIT).accepts(createHeader(3, MAX_BODY_LENGTH + 1))).toBe(false);
  });

  it.each([
    ['five length bytes', [0x30, 0x80, 0x80, 0x80, 0x80, 0x01]],
    ['a fourth length byte that announces a fifth', [0x30, 0x80, 0x80, 0x80, 0x80]],
    ['the largest length that fits in four bytes', [0x10, 0xff, 0xff, 0xff, 0x7f]],
  ])('rejects %s', (_, bytes) => {
    expect(new PacketLimiter(LIMIT).accepts(Buffer.from(bytes))).toBe(false);
  });
});

describe('SizeLimitedConnection', () => {
  const toClose: { destroy(): unknown }[] = [];

  afterEach(() => {
    for (const stream of toClose.splice(0)) stream.destroy();
  });

  /**
   * Opens a connection over a socket; returns the connection, the socket, the client, and a mock that is
   * called for packets that are too long.
   */
  async function openConnection() {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    const accepted = once(server, 'connection');
    const client = net.connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    const [socket] = (await accepted) as [net.Socket];
    server.close();
    const onTooLong = vi.fn();
    const connection = new SizeLimitedConnection(socket, socket, LIMIT, onTooLong);
    toClose.push(client, connection);
    return { client, connection, socket, onTooLong };
  }

  it('passes bytes in both directions', async () => {
    const { client, connection, onTooLong } = await openConnection();
    client.write(createPacket(3, 10));
    const [received] = await once(connection, 'data');
    expect(received).toEqual(createPacket(3, 10));
    connection.write('one');
    connection.write(' and ');
    connection.write('two');
    let text = '';
    for await (const chunk of client) {
      text += String(chunk);
      if (text.length === 11) break;
    }
    expect(text).toBe('one and two');
    expect(onTooLong).not.toHaveBeenCalled();
  });

  it('closes as soon as the header of a 250 MB CONNECT arrives, and buffers nothing', async () => {
    const { client, connection, socket, onTooLong } = await openConnection();
    const onData = vi.fn();
    connection.on('data', onData);
    const closed = once(client, 'close');
    client.write(Buffer.concat([createHeader(1, 250_000_000), Buffer.alloc(16)]));
    await closed;
    expect(onTooLong).toHaveBeenCalledOnce();
    expect(onData).not.toHaveBeenCalled();
    expect(connection.destroyed).toBe(true);
    expect(socket.bytesRead).toBeLessThan(64);
  });

  it('pauses while its reader is not reading, and then resumes', async () => {
    const { client, connection, socket } = await openConnection();
    const sentBytes = Buffer.concat(Array.from({ length: 2_000 }, () => createPacket(3, 10_000)));
    client.write(sentBytes);
    await expect.poll(() => socket.isPaused()).toBe(true);
    expect(socket.bytesRead).toBeLessThan(sentBytes.length / 10);
    let received = 0;
    connection.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await expect.poll(() => received, { timeout: 10_000 }).toBe(sentBytes.length);
  });

  it('reads nothing after stopReading, but still writes', async () => {
    const { client, connection } = await openConnection();
    client.write(createPacket(3, 10));
    await once(connection, 'data');
    connection.stopReading();
    const onData = vi.fn();
    connection.on('data', onData);
    client.write(createPacket(3, 20));
    connection.write('bye');
    const [text] = await once(client, 'data');
    expect(String(text)).toBe('bye');
    connection.read(0);
    connection.write('again');
    await once(client, 'data');
    expect(onData).not.toHaveBeenCalled();
  });

  it('closes when the other side closes, even if it only half-closes', async () => {
    const { client, connection, socket } = await openConnection();
    connection.resume();
    client.end();
    await once(connection, 'close');
    expect(socket.destroyed).toBe(true);
  });

  it('closes when its socket closes, and closes the socket when it is destroyed', async () => {
    const first = await openConnection();
    const failed = once(first.connection, 'error');
    first.client.resetAndDestroy();
    await failed;
    expect(first.connection.destroyed).toBe(true);

    const second = await openConnection();
    second.connection.destroy();
    await once(second.client, 'close');
    expect(second.socket.destroyed).toBe(true);
  });

  it('does not throw on a write after the socket has closed', async () => {
    const socket = new Duplex({ read() {}, write: (_c, _e, done) => done(new Error('gone')) });
    socket.on('error', () => undefined);
    const connection = new SizeLimitedConnection(socket, socket, LIMIT, () => undefined);
    const failed = once(connection, 'error');
    connection.write('late');
    await failed;
    expect(connection.destroyed).toBe(true);
  });
});
