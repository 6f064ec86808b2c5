import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** The part of a packet that the next byte belongs to. */
type ParserState =
  | { readonly part: 'type' }
  | { readonly part: 'length'; readonly value: number; readonly bytes: number }
  | { readonly part: 'body'; readonly bytesLeft: number };

const START: ParserState = { part: 'type' };
/** MQTT 3.1.1, 2.2.3: the remaining length takes at most four bytes. */
const MAX_LENGTH_BYTES = 4;

/** Parses a stream of MQTT packets and rejects one that is too large. */
export class PacketLimiter {
  private state: ParserState = START;

  constructor(private readonly maxBytes: number) {}

  /** Parses the next bytes; false when a packet's fixed header announces too many. */
  accepts(chunk: Uint8Array): boolean {
    let index = 0;
    while (index < chunk.length) {
      const { state } = this;
      if (state.part === 'body') {
        const length = Math.min(state.bytesLeft, chunk.length - index);
        index += length;
        this.state =
          length === state.bytesLeft
            ? START
            : { part: 'body', bytesLeft: state.bytesLeft - length };
      } else {
        const next = parseByte(state, chunk[index++] as number, this.maxBytes);
        if (next === null) return false;
        this.state = next;
      }
    }
    return true;
  }
}

function parseByte(
  state: Exclude<ParserState, { part: 'body' }>,
  byte: number,
  maxBytes: number,
): ParserState | null {
  if (state.part === 'type') return { part: 'length', value: 0, bytes: 0 };
  const value = state.value + (byte & 0x7f) * 128 ** state.bytes;
  const bytes = state.bytes + 1;
  if (1 + bytes + value > maxBytes) return null;
  if ((byte & 0x80) !== 0)
    return bytes === MAX_LENGTH_BYTES ? null : { part: 'length', value, bytes };
  return value === 0 ? START : { part: 'body', bytesLeft: value };
}

/**
 * A connection whose incoming packets have at most `maxBytes`, header included. It closes when a
 * packet announces more, before its body is buffered.
 */
export class SizeLimitedConnection extends Duplex {
  private readonly limiter: PacketLimiter;
  private isReadingStopped = false;
  /** The remote address; null if it is not a network connection. */
  readonly address: string | null;

  constructor(
    private readonly socket: Duplex,
    /** The TCP connection under `socket`, or `socket` itself. */
    private readonly tcp: Duplex,
    maxBytes: number,
    onTooLong: () => void,
  ) {
    super({ allowHalfOpen: false });
    // A closed socket has no remote address.
    this.address = socket instanceof Socket ? (socket.remoteAddress ?? null) : null;
    this.limiter = new PacketLimiter(maxBytes);
    socket.on('data', (chunk: Buffer) => {
      if (!this.limiter.accepts(chunk)) {
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

  /** Stops reading; writing still works. */
  stopReading(): void {
    this.isReadingStopped = true;
    this.socket.pause();
  }

  /** Closes the connection immediately; unsent data is dropped. */
  reset(): void {
    if (this.tcp instanceof Socket) this.tcp.resetAndDestroy();
    this.destroy();
  }

  override _read(): void {
    if (!this.isReadingStopped) this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.socket.write(chunk, encoding, done);
  }

  /**
   * Sends everything that was buffered while the socket was busy, such as a batch's acknowledgments, in one
   * write.
   */
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
