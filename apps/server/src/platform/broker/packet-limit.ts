import { Duplex } from 'node:stream';

/** Where in a packet the next byte stands. */
type Place =
  | { readonly in: 'type' }
  | { readonly in: 'length'; readonly value: number; readonly bytes: number }
  | { readonly in: 'body'; readonly left: number };

const START: Place = { in: 'type' };
/** MQTT 3.1.1, 2.2.3: the remaining length takes at most four bytes. */
const MAX_LENGTH_BYTES = 4;

/** Follows a stream of MQTT packets and says when one announces more bytes than allowed. */
export class PacketMeter {
  private place: Place = START;

  constructor(private readonly maxBytes: number) {}

  /** Takes the next bytes; false once a packet's fixed header announces too much. */
  accepts(chunk: Uint8Array): boolean {
    let index = 0;
    while (index < chunk.length) {
      const { place } = this;
      if (place.in === 'body') {
        const taken = Math.min(place.left, chunk.length - index);
        index += taken;
        this.place = taken === place.left ? START : { in: 'body', left: place.left - taken };
      } else {
        const next = step(place, chunk[index++] as number, this.maxBytes);
        if (next === null) return false;
        this.place = next;
      }
    }
    return true;
  }
}

function step(place: Exclude<Place, { in: 'body' }>, byte: number, maxBytes: number): Place | null {
  if (place.in === 'type') return { in: 'length', value: 0, bytes: 0 };
  const value = place.value + (byte & 0x7f) * 128 ** place.bytes;
  const bytes = place.bytes + 1;
  if (1 + bytes + value > maxBytes) return null;
  if ((byte & 0x80) !== 0)
    return bytes === MAX_LENGTH_BYTES ? null : { in: 'length', value, bytes };
  return value === 0 ? START : { in: 'body', left: value };
}

/**
 * A connection whose incoming packets are at most `maxBytes` long, header included: the first that
 * announces more ends it, before any of its body is kept.
 */
export class LimitedConnection extends Duplex {
  private readonly meter: PacketMeter;
  private isDeaf = false;

  constructor(
    private readonly socket: Duplex,
    maxBytes: number,
    onTooLong: () => void,
  ) {
    super({ allowHalfOpen: false });
    this.meter = new PacketMeter(maxBytes);
    socket.on('data', (chunk: Buffer) => {
      if (!this.meter.accepts(chunk)) {
        onTooLong();
        this.destroy();
      } else if (!this.push(chunk)) {
        socket.pause();
      }
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** Takes no more bytes from the other side; what is written still goes out. */
  stopReading(): void {
    this.isDeaf = true;
    this.socket.pause();
  }

  override _read(): void {
    if (!this.isDeaf) this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.socket.write(chunk, encoding, done);
  }

  /** What was written while the socket was busy goes out as one: a batch's acknowledgements. */
  override _writev(
    parts: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ) {
    this.socket.write(Buffer.concat(parts.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
