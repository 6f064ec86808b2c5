import { connect, type Socket } from 'node:net';
import type { Millis } from '@granary/domain/units';
import {
  createFrameTemplate,
  type FrameSize,
  type FrameTemplate,
  findFrameKey,
  writeFrame,
} from './frames.ts';
import type { Histogram } from './histogram.ts';
import {
  createConnectPacket,
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
  /** The maximum number of unacknowledged frames, 1 to 65,535. */
  readonly window: number;
  readonly latency: Histogram;
  /** Called with the number of frames just acknowledged, 0 after connecting. */
  readonly onWindowOpen: (acknowledged: number) => void;
  /** Called when the server rejects this board. */
  readonly onRejected: (error: Error) => void;
}

/** The broker rejected a board of the load test. */
export class LoadRejectedError extends Error {
  override readonly name = 'LoadRejectedError';
}

const KEEP_ALIVE_S = 60;
const MIN_RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 1_000;
const FREE = -1;
/** CONNACK: the server is temporarily unavailable. */
const UNAVAILABLE = 3;

/**
 * One board of a load test. It uses a plain socket, because an MQTT library takes more CPU than the broker
 * under test. Frames are numbered; unacknowledged ones are sent again after a reconnect.
 */
export class LoadPublisher implements PacketHandler {
  readonly #options: PublisherOptions;
  readonly #templates: FrameTemplate[];
  /** Frame number and send time by packet id, 1 to the window; FREE for unused ids. */
  readonly #frames: Float64Array;
  readonly #sentAt: Float64Array;
  readonly #maxPacketBytes: number;
  #acknowledged = new Uint8Array(1024);
  #acknowledgedCount = 0;
  #inFlight = 0;
  #nextFrame = 0;
  #packetId = 0;
  #socket: Socket | null = null;
  #isOnline = false;
  #isClosed = false;
  #partialPacket: Buffer = Buffer.alloc(0);
  #reconnects = -1;
  #reconnectDelayMs = MIN_RECONNECT_MS;
  #timers = new Set<NodeJS.Timeout>();

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#templates = options.bins.map((binNumber) =>
      createFrameTemplate(options.mainBoardId, binNumber, options.size),
    );
    this.#maxPacketBytes = Math.max(...this.#templates.map(({ packet }) => packet.bytes.length));
    this.#frames = new Float64Array(options.window + 1).fill(FREE);
    this.#sentAt = new Float64Array(options.window + 1);
  }

  get sentCount(): number {
    return this.#nextFrame;
  }

  get reconnects(): number {
    return Math.max(0, this.#reconnects);
  }

  /** How many more frames can be sent now; 0 while disconnected. */
  get freeWindow(): number {
    return this.#isOnline ? this.#options.window - this.#inFlight : 0;
  }

  open(): void {
    const socket = connect({ host: this.#options.host, port: this.#options.port, noDelay: true });
    this.#socket = socket;
    this.#partialPacket = Buffer.alloc(0);
    socket.on('connect', () => {
      const { mainBoardId, key } = this.#options;
      socket.write(createConnectPacket(mainBoardId, key, KEEP_ALIVE_S));
    });
    socket.on('data', (chunk) => {
      const bytes =
        this.#partialPacket.length === 0 ? chunk : Buffer.concat([this.#partialPacket, chunk]);
      const countBefore = this.#acknowledgedCount;
      this.#partialPacket = readPackets(bytes, this);
      if (this.#isOnline) this.#options.onWindowOpen(this.#acknowledgedCount - countBefore);
    });
    // The 'close' event follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#handleDisconnect());
  }

  onConnack(code: number): void {
    if (code !== 0) {
      const { mainBoardId, onRejected } = this.#options;
      if (code === UNAVAILABLE) this.#socket?.destroy();
      else
        onRejected(
          new LoadRejectedError(`Board ${mainBoardId} was rejected with CONNACK code ${code}`),
        );
      return;
    }
    this.#isOnline = true;
    this.#reconnects++;
    this.#reconnectDelayMs = MIN_RECONNECT_MS;
    this.#resend();
    this.#schedulePing();
  }

  onPuback(packetId: number): void {
    const frame = this.#frames[packetId] ?? FREE;
    if (frame === FREE) return;
    this.#frames[packetId] = FREE;
    this.#inFlight--;
    if (frame >= this.#acknowledged.length) this.#grow(frame);
    this.#acknowledged[frame] = 1;
    this.#acknowledgedCount++;
    this.#options.latency.add(performance.now() - (this.#sentAt[packetId] as number));
  }

  /** Sends the next `count` frames in one write; `dueAt` is their scheduled send time. */
  send(count: number, dueAt: number): void {
    const { bins, start, stepMs } = this.#options;
    const bytes = Buffer.allocUnsafe(count * this.#maxPacketBytes);
    let end = 0;
    for (let i = 0; i < count; i++) {
      const frame = this.#nextFrame++;
      const packetId = this.#findFreePacketId();
      this.#frames[packetId] = frame;
      this.#sentAt[packetId] = dueAt;
      const template = this.#templates[frame % bins.length] as FrameTemplate;
      end = writeFrame(template, findFrameKey(bins, start, stepMs, frame).at, packetId, bytes, end);
    }
    this.#inFlight += count;
    this.#socket?.write(bytes.subarray(0, end));
  }

  /** Lists the bin and time of every acknowledged frame. */
  *listAcknowledgments(): Generator<{ readonly binNumber: number; readonly at: Millis }> {
    const { bins, start, stepMs } = this.#options;
    for (let frame = 0; frame < this.#nextFrame; frame++) {
      if (this.#acknowledged[frame] === 1) yield findFrameKey(bins, start, stepMs, frame);
    }
  }

  /** Closes the connection; unacknowledged frames remain unacknowledged. */
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
    const unacknowledged: { readonly packetId: number; readonly frame: number }[] = [];
    for (let packetId = 1; packetId < this.#frames.length; packetId++) {
      const frame = this.#frames[packetId] as number;
      if (frame !== FREE) unacknowledged.push({ packetId, frame });
    }
    unacknowledged.sort((a, b) => a.frame - b.frame);
    for (const { packetId, frame } of unacknowledged) {
      const template = this.#templates[frame % bins.length] as FrameTemplate;
      const bytes = Buffer.allocUnsafe(template.packet.bytes.length);
      writeFrame(template, findFrameKey(bins, start, stepMs, frame).at, packetId, bytes, 0);
      markDuplicate(bytes, 0);
      this.#socket?.write(bytes);
    }
  }

  #findFreePacketId(): number {
    do this.#packetId = (this.#packetId % (this.#frames.length - 1)) + 1;
    while (this.#frames[this.#packetId] !== FREE);
    return this.#packetId;
  }

  #grow(frame: number): void {
    const larger = new Uint8Array(2 * (frame + 1));
    larger.set(this.#acknowledged);
    this.#acknowledged = larger;
  }

  #handleDisconnect(): void {
    this.#isOnline = false;
    this.#socket = null;
    if (this.#isClosed) return;
    this.#schedule(this.#reconnectDelayMs, () => this.open());
    this.#reconnectDelayMs = Math.min(MAX_RECONNECT_MS, 2 * this.#reconnectDelayMs);
  }

  #schedulePing(): void {
    const socket = this.#socket;
    this.#schedule((KEEP_ALIVE_S * 1000) / 2, () => {
      if (!this.#isOnline || this.#socket !== socket) return;
      socket?.write(PINGREQ);
      this.#schedulePing();
    });
  }

  #schedule(ms: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      callback();
    }, ms);
    this.#timers.add(timer);
  }
}
