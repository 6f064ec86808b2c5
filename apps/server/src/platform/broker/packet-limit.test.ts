import { once } from 'node:events';
import net from 'node:net';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PacketLimiter, SizeLimitedConnection } from './packet-limit.ts';

const LIMIT = 64 * 1024;

/** The fixed header of a packet with `type` (0 to 15) and a remaining length. */
function header(type: number, length: number): Buffer {
  const bytes = [type << 4];
  let rest = length;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

function packet(type: number, length: number): Buffer {
  return Buffer.concat([header(type, length), Buffer.alloc(length, 0xff)]);
}

/** The longest allowed body, after a header of four bytes. */
const MAX_BODY_LENGTH = LIMIT - 4;

/** Splits bytes into chunks at these offsets. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1))), bytes.length].sort(
    (a, b) => a - b,
  );
  let start = 0;
  return ends.map((end) => bytes.subarray(start, (start = end)));
}

const type = fc.integer({ min: 0, max: 15 });
const bodies = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: MAX_BODY_LENGTH - 3, max: MAX_BODY_LENGTH }),
  fc.integer({ min: 0, max: MAX_BODY_LENGTH }),
);
const places = fc.array(fc.nat(), { maxLength: 30 });

describe('PacketLimiter', () => {
  it('accepts every packet up to the limit, in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(type, bodies), { minLength: 1, maxLength: 6 }),
        places,
        (packets, at) => {
          const meter = new PacketLimiter(LIMIT);
          const stream = Buffer.concat(packets.map(([kind, length]) => packet(kind, length)));
          for (const chunk of cut(stream, at)) expect(meter.accepts(chunk)).toBe(true);
        },
      ),
    );
  });

  it('rejects a longer packet at its header, in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(type, bodies), { maxLength: 4 }),
        fc.tuple(type, fc.integer({ min: MAX_BODY_LENGTH + 1, max: 268_435_455 })),
        places,
        (before, [kind, length], at) => {
          const stream = Buffer.concat([
            ...before.map(([each, bytes]) => packet(each, bytes)),
            header(kind, length),
          ]);
          const meter = new PacketLimiter(LIMIT);
          const answers = cut(stream, at).map((chunk) => meter.accepts(chunk));
          expect(answers).toContain(false);
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
          const whole = new PacketLimiter(max);
          const single = new PacketLimiter(max);
          const bulk = whole.accepts(bytes);
          let oneByOne = true;
          for (const byte of bytes) oneByOne &&= single.accepts(Uint8Array.of(byte));
          expect(oneByOne).toBe(bulk);
        },
      ),
    );
  });

  it('accepts a packet of exactly the limit and rejects one more byte', () => {
    expect(new PacketLimiter(LIMIT).accepts(header(3, MAX_BODY_LENGTH))).toBe(true);
    expect(new PacketLimiter(LIMIT).accepts(header(3, MAX_BODY_LENGTH + 1))).toBe(false);
  });

  it.each([
    ['five bytes of length', [0x30, 0x80, 0x80, 0x80, 0x80, 0x01]],
    ['a fourth byte of length that promises a fifth', [0x30, 0x80, 0x80, 0x80, 0x80]],
    ['the greatest length that four bytes hold', [0x10, 0xff, 0xff, 0xff, 0x7f]],
  ])('rejects %s', (_, bytes) => {
    expect(new PacketLimiter(LIMIT).accepts(Buffer.from(bytes))).toBe(false);
  });
});

describe('SizeLimitedConnection', () => {
  const toClose: { destroy(): unknown }[] = [];

  afterEach(() => {
    for (const each of toClose.splice(0)) each.destroy();
  });

  /** A connection over a socket, its other end, and the count of packets that were too long. */
  async function connected() {
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
    const { client, connection, onTooLong } = await connected();
    client.write(packet(3, 10));
    const [received] = await once(connection, 'data');
    expect(received).toEqual(packet(3, 10));
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

  it('closes at the header of a CONNECT of 250 MB and buffers nothing', async () => {
    const { client, connection, socket, onTooLong } = await connected();
    const read = vi.fn();
    connection.on('data', read);
    const closed = once(client, 'close');
    client.write(Buffer.concat([header(1, 250_000_000), Buffer.alloc(16)]));
    await closed;
    expect(onTooLong).toHaveBeenCalledOnce();
    expect(read).not.toHaveBeenCalled();
    expect(connection.destroyed).toBe(true);
    expect(socket.bytesRead).toBeLessThan(64);
  });

  it('pauses while its reader does not read, and continues', async () => {
    const { client, connection, socket } = await connected();
    const sent = Buffer.concat(Array.from({ length: 2_000 }, () => packet(3, 10_000)));
    client.write(sent);
    await expect.poll(() => socket.isPaused()).toBe(true);
    expect(socket.bytesRead).toBeLessThan(sent.length / 10);
    let received = 0;
    connection.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await expect.poll(() => received, { timeout: 10_000 }).toBe(sent.length);
  });

  it('reads nothing after stopReading, but still writes', async () => {
    const { client, connection } = await connected();
    client.write(packet(3, 10));
    await once(connection, 'data');
    connection.stopReading();
    const read = vi.fn();
    connection.on('data', read);
    client.write(packet(3, 20));
    connection.write('bye');
    const [text] = await once(client, 'data');
    expect(String(text)).toBe('bye');
    connection.read(0);
    connection.write('again');
    await once(client, 'data');
    expect(read).not.toHaveBeenCalled();
  });

  it('ends with the other side, even when that only half-closes', async () => {
    const { client, connection, socket } = await connected();
    connection.resume();
    client.end();
    await once(connection, 'close');
    expect(socket.destroyed).toBe(true);
  });

  it('closes with its socket, and closes its socket', async () => {
    const first = await connected();
    const failed = once(first.connection, 'error');
    first.client.resetAndDestroy();
    await failed;
    expect(first.connection.destroyed).toBe(true);

    const second = await connected();
    second.connection.destroy();
    await once(second.client, 'close');
    expect(second.socket.destroyed).toBe(true);
  });

  it('does not throw for a write after the socket closed', async () => {
    const socket = new Duplex({ read() {}, write: (_c, _e, done) => done(new Error('gone')) });
    socket.on('error', () => undefined);
    const connection = new SizeLimitedConnection(socket, socket, LIMIT, () => undefined);
    const failed = once(connection, 'error');
    connection.write('late');
    await failed;
    expect(connection.destroyed).toBe(true);
  });
});
