import { connect, type Socket } from 'node:net';
import type { Millis } from '@granary/domain/units';
import {
  type FrameSize,
  type FrameTemplate,
  frameAt,
  frameTemplate,
  writeFrame,
} from './frames.ts';
import type { Histogram } from './histogram.ts';
import {
  connectPacket,
  DISCONNECT,
  markDuplicate,
  type PacketHandler,
  PINGREQ,
  readPackets,
} from './packets.ts';

export interface PublisherOptions {
  readonly host: string;
  readonly port: number;
  readonly mainBoardId: string;
  readonly key: string;
  readonly bins: readonly number[];
  readonly size: FrameSize;
  readonly start: Millis;
  readonly stepMs: number;
  /** Frames that may wait for their acknowledgement, 1 to 65,535. */
  readonly window: number;
  readonly latency: Histogram;
  /** Called with the number of frames just acknowledged, 0 when a connection is made. */
  readonly onRoom: (acknowledged: number) => void;
  /** The server is there and does not want this board. */
  readonly onRefused: (error: Error) => void;
}

/** Thrown when a broker refuses a board of a load. */
export class LoadRefusedError extends Error {
  override readonly name = 'LoadRefusedError';
}

const KEEP_ALIVE_S = 60;
const RECONNECT_FIRST = 50;
const RECONNECT_LAST = 1_000;
const FREE = -1;
/** CONNACK: the server is there but cannot serve now, so trying again helps. */
const UNAVAILABLE = 3;

/**
 * One board of a load, on a bare socket: an MQTT library costs more than the broker under test. The
 * frames are numbered; each goes out once and, after a break, again until it is acknowledged.
 */
export class LoadPublisher implements PacketHandler {
  readonly #options: PublisherOptions;
  readonly #templates: FrameTemplate[];
  /** Frame number and time of sending by packet id, 1 to the window; FREE where the id is unused. */
  readonly #frameOf: Float64Array;
  readonly #sentAt: Float64Array;
  readonly #longest: number;
  #acknowledged = new Uint8Array(1024);
  #acknowledgedCount = 0;
  #inFlight = 0;
  #next = 0;
  #packetId = 0;
  #socket: Socket | null = null;
  #isOnline = false;
  #isClosed = false;
  #rest: Buffer = Buffer.alloc(0);
  #reconnects = -1;
  #delay = RECONNECT_FIRST;
  #timers = new Set<NodeJS.Timeout>();

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#templates = options.bins.map((binNumber) =>
      frameTemplate(options.mainBoardId, binNumber, options.size),
    );
    this.#longest = Math.max(...this.#templates.map(({ packet }) => packet.bytes.length));
    this.#frameOf = new Float64Array(options.window + 1).fill(FREE);
    this.#sentAt = new Float64Array(options.window + 1);
  }

  get sent(): number {
    return this.#next;
  }

  get reconnects(): number {
    return Math.max(0, this.#reconnects);
  }

  /** How many more frames may be sent now; 0 while there is no connection. */
  get room(): number {
    return this.#isOnline ? this.#options.window - this.#inFlight : 0;
  }

  open(): void {
    const socket = connect({ host: this.#options.host, port: this.#options.port, noDelay: true });
    this.#socket = socket;
    this.#rest = Buffer.alloc(0);
    socket.on('connect', () => {
      const { mainBoardId, key } = this.#options;
      socket.write(connectPacket(mainBoardId, key, KEEP_ALIVE_S));
    });
    socket.on('data', (chunk) => {
      const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      const before = this.#acknowledgedCount;
      this.#rest = readPackets(bytes, this);
      if (this.#isOnline) this.#options.onRoom(this.#acknowledgedCount - before);
    });
    // The 'close' that follows decides what to do.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#lost());
  }

  onConnack(code: number): void {
    if (code !== 0) {
      const { mainBoardId, onRefused } = this.#options;
      if (code === UNAVAILABLE) this.#socket?.destroy();
      else onRefused(new LoadRefusedError(`Board ${mainBoardId} is refused, code ${code}`));
      return;
    }
    this.#isOnline = true;
    this.#reconnects++;
    this.#delay = RECONNECT_FIRST;
    this.#resend();
    this.#schedulePing();
  }

  onPuback(packetId: number): void {
    const frame = this.#frameOf[packetId] ?? FREE;
    if (frame === FREE) return;
    this.#frameOf[packetId] = FREE;
    this.#inFlight--;
    if (frame >= this.#acknowledged.length) this.#grow(frame);
    this.#acknowledged[frame] = 1;
    this.#acknowledgedCount++;
    this.#options.latency.add(performance.now() - (this.#sentAt[packetId] as number));
  }

  /** Sends the next `count` frames in one write; `dueAt` is when they should have gone, by the rate. */
  send(count: number, dueAt: number): void {
    const { bins, start, stepMs } = this.#options;
    const bytes = Buffer.allocUnsafe(count * this.#longest);
    let end = 0;
    for (let i = 0; i < count; i++) {
      const frame = this.#next++;
      const packetId = this.#freeId();
      this.#frameOf[packetId] = frame;
      this.#sentAt[packetId] = dueAt;
      const template = this.#templates[frame % bins.length] as FrameTemplate;
      end = writeFrame(template, frameAt(bins, start, stepMs, frame).at, packetId, bytes, end);
    }
    this.#inFlight += count;
    this.#socket?.write(bytes.subarray(0, end));
  }

  /** Every acknowledged frame: which bin, which instant. */
  *acknowledgements(): Generator<{ readonly binNumber: number; readonly at: Millis }> {
    const { bins, start, stepMs } = this.#options;
    for (let frame = 0; frame < this.#next; frame++) {
      if (this.#acknowledged[frame] === 1) yield frameAt(bins, start, stepMs, frame);
    }
  }

  /** Ends the connection; frames without an acknowledgement stay without. */
  close(): void {
    this.#isClosed = true;
    this.#isOnline = false;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#socket?.end(DISCONNECT);
    this.#socket?.destroySoon();
  }

  #resend(): void {
    const { bins, start, stepMs } = this.#options;
    const waiting: { readonly packetId: number; readonly frame: number }[] = [];
    for (let packetId = 1; packetId < this.#frameOf.length; packetId++) {
      const frame = this.#frameOf[packetId] as number;
      if (frame !== FREE) waiting.push({ packetId, frame });
    }
    waiting.sort((a, b) => a.frame - b.frame);
    for (const { packetId, frame } of waiting) {
      const template = this.#templates[frame % bins.length] as FrameTemplate;
      const bytes = Buffer.allocUnsafe(template.packet.bytes.length);
      writeFrame(template, frameAt(bins, start, stepMs, frame).at, packetId, bytes, 0);
      markDuplicate(bytes, 0);
      this.#socket?.write(bytes);
    }
  }

  #freeId(): number {
    do this.#packetId = (this.#packetId % (this.#frameOf.length - 1)) + 1;
    while (this.#frameOf[this.#packetId] !== FREE);
    return this.#packetId;
  }

  #grow(frame: number): void {
    const larger = new Uint8Array(2 * (frame + 1));
    larger.set(this.#acknowledged);
    this.#acknowledged = larger;
  }

  #lost(): void {
    this.#isOnline = false;
    this.#socket = null;
    if (this.#isClosed) return;
    this.#after(this.#delay, () => this.open());
    this.#delay = Math.min(RECONNECT_LAST, 2 * this.#delay);
  }

  #schedulePing(): void {
    const socket = this.#socket;
    this.#after((KEEP_ALIVE_S * 1000) / 2, () => {
      if (!this.#isOnline || this.#socket !== socket) return;
      socket?.write(PINGREQ);
      this.#schedulePing();
    });
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}
