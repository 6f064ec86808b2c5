import {
  formatDownTopic,
  MAIN_BOARD_ID_PATTERN,
  MAX_PACKET_BYTES,
} from '@granary/contract/boards/topics';
import { PUBACK_TIMEOUT_MS } from '@granary/domain/commands/release';
import { type Millis, millis } from '@granary/domain/units';
import type { BoardKeys } from '../boards/keys.ts';
import {
  Broker,
  type BrokerLimits,
  type BrokerPorts,
  type Listener,
  type RejectedClient,
  type RejectReason,
} from '../platform/broker/broker.ts';
import type { DeliveryResult } from '../platform/broker/deliveries.ts';
import type { IncomingFrame } from './decode.ts';

/** Takes frames; it calls `acknowledge` after the frame is on disk. */
export interface FrameSink {
  add(frame: IncomingFrame, acknowledge: () => void): void;
  /** Whether too many frames are waiting. While it is true, no more boards can connect. */
  readonly isFull: boolean;
}

export interface GatewayPorts {
  readonly keys: Pick<BoardKeys, 'check' | 'findHashes'>;
  readonly sink: FrameSink;
  /** For each board. */
  readonly limits: Omit<BrokerLimits, 'packetBytes'>;
  now(): Millis;
  /** A board subscribed to its commands, in a new session. */
  subscribed(mainBoardId: string): void;
  /** A session of a board ended, and no other is subscribed to its commands. */
  unsubscribed(mainBoardId: string): void;
  /** A board reached a limit. */
  limitReached(limit: 'framesPerBoard' | 'sessionsPerBoard', mainBoardId: string): void;
  rejected(reason: RejectReason, from: RejectedClient): void;
}

/**
 * Connects boards to the broker: it checks their keys and topics, and sends a PUBACK only after the
 * frame is on disk.
 */
export class Gateway {
  /** The credential of a session is the hash of its key. */
  private readonly broker: Broker<Buffer>;

  constructor(private readonly ports: GatewayPorts) {
    this.broker = new Broker(createBrokerPorts(ports), {
      ...ports.limits,
      packetBytes: MAX_PACKET_BYTES,
    });
  }

  start(listeners: readonly Listener[]): Promise<number[]> {
    return this.broker.start(listeners);
  }

  /** Stops accepting frames; acknowledgments are still sent. */
  closeListeners(): void {
    this.broker.closeListeners();
  }

  stop(): Promise<void> {
    return this.broker.stop();
  }

  /** Whether a session of the board is subscribed to its commands and is not waiting for a PUBACK. */
  canSend(mainBoardId: string): boolean {
    return this.broker.canSend(mainBoardId);
  }

  /** Sends a command to the board's newest session; see `Broker.send`. */
  send(mainBoardId: string, payload: string): Promise<DeliveryResult> {
    return this.broker.send(mainBoardId, formatDownTopic(mainBoardId), payload, PUBACK_TIMEOUT_MS);
  }

  /** Ends a board's open sessions, after its key was revoked. */
  disconnect(mainBoardId: string): void {
    this.broker.disconnect(mainBoardId);
  }

  /**
   * Ends every session whose key was revoked while the server could not receive change notifications. A
   * session that is being authenticated has no credential yet: it is ended too, and the board connects again.
   */
  async disconnectRevoked(): Promise<void> {
    const sessions = this.broker.listOpenSessions();
    const hashes = await this.ports.keys.findHashes(sessions.map(({ username }) => username));
    for (const { username, credential, end } of sessions) {
      const hash = hashes.get(username);
      if (!(hash && credential?.equals(hash))) end();
    }
  }

  get connectedSessionCount(): number {
    return this.broker.size;
  }

  get isListening(): boolean {
    return this.broker.isListening;
  }
}

function createBrokerPorts(ports: GatewayPorts): BrokerPorts<Buffer> {
  return {
    authenticate: async (username, password) => {
      // While the disk stalls, boards that reconnect would send their frames again and make the queue longer.
      if (ports.sink.isFull) throw new Error('too many frames are waiting');
      return MAIN_BOARD_ID_PATTERN.test(username) ? ports.keys.check(username, password) : null;
    },
    mayPublish: ({ username }, topic) => topic.startsWith(`boards/${username}/up/`),
    subscribed: ({ username }) => ports.subscribed(username),
    unsubscribed: ports.unsubscribed,
    maySubscribe: ({ username }, topic) => topic === formatDownTopic(username),
    onPublish: ({ username }, topic, payload, acknowledge) => {
      const receivedAt = millis(ports.now());
      ports.sink.add({ mainBoardId: username, topic, payload, receivedAt }, acknowledge);
    },
    rejected: ports.rejected,
    throttled: (username) => ports.limitReached('framesPerBoard', username),
    oldestSessionEnded: (username) => ports.limitReached('sessionsPerBoard', username),
  };
}
