import { downTopic, MAIN_BOARD_ID, MAX_PACKET_BYTES } from '@granary/contract/boards/topics';
import { type Millis, millis } from '@granary/domain/units';
import type { BoardKeys } from '../boards/keys.ts';
import {
  Broker,
  type BrokerRules,
  type Listener,
  type Refusal,
} from '../platform/broker/broker.ts';
import type { IncomingFrame } from './decode.ts';

/** Where frames go; `acknowledge` only once the frame is on disk. */
export interface FrameSink {
  add(frame: IncomingFrame, acknowledge: () => void): void;
  /** So many frames wait that no more boards should come. */
  readonly isFull: boolean;
}

export interface GatewayPorts {
  readonly keys: Pick<BoardKeys, 'check' | 'findHashes'>;
  readonly sink: FrameSink;
  now(): Millis;
  refused(reason: Refusal, mainBoardId: string | null): void;
}

/**
 * The boards' way in: who may connect, which topics are theirs, and the promise that a PUBACK
 * means the frame is on disk.
 */
export class Gateway {
  /** Each session is let in with the hash of its key. */
  private readonly broker: Broker<Buffer>;

  constructor(private readonly ports: GatewayPorts) {
    this.broker = new Broker(rulesFor(ports), MAX_PACKET_BYTES);
  }

  start(listeners: readonly Listener[]): Promise<number[]> {
    return this.broker.start(listeners);
  }

  /** Takes nothing more in; acknowledgements still go out. */
  closeListeners(): void {
    this.broker.closeListeners();
  }

  stop(): Promise<void> {
    return this.broker.stop();
  }

  /** Cuts a board's live sessions, after its key was revoked. */
  disconnect(mainBoardId: string): void {
    this.broker.disconnect(mainBoardId);
  }

  /**
   * Does so for every session whose key was revoked while nobody could say so. One that is just
   * being let in may have shown such a key: it is cut, and comes again.
   */
  async disconnectRevoked(): Promise<void> {
    const sessions = this.broker.liveSessions();
    const hashes = await this.ports.keys.findHashes(sessions.map(({ username }) => username));
    for (const { username, credential, end } of sessions) {
      const now = hashes.get(username);
      if (!(now && credential?.equals(now))) end();
    }
  }

  get connectedBoards(): number {
    return this.broker.size;
  }

  get isListening(): boolean {
    return this.broker.isListening;
  }
}

function rulesFor(ports: GatewayPorts): BrokerRules<Buffer> {
  return {
    authenticate: async (username, password) => {
      // While the disk stalls, boards that come again would bring their frames again.
      if (ports.sink.isFull) throw new Error('too many frames wait');
      return MAIN_BOARD_ID.test(username) ? ports.keys.check(username, password) : null;
    },
    mayPublish: ({ username }, topic) => topic.startsWith(`boards/${username}/up/`),
    maySubscribe: ({ username }, topic) => topic === downTopic(username),
    published: ({ username }, topic, payload, acknowledge) => {
      const receivedAt = millis(ports.now());
      ports.sink.add({ mainBoardId: username, topic, payload, receivedAt }, acknowledge);
    },
    refused: ports.refused,
  };
}
