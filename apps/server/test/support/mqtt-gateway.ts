import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { type Millis, millis } from '@granary/domain/units';
import { createConnectPacket, readPackets } from '@granary/simulator/load/packets';
import type { Kysely } from 'kysely';
import { markBins } from '../../src/alerts/marks-store.ts';
import { addReportedCables } from '../../src/bins/cables/reported-cables-store.ts';
import { loadBins } from '../../src/bins/store.ts';
import { storeBoardHellos } from '../../src/boards/board-hello-store.ts';
import { BoardDirectory } from '../../src/boards/directory.ts';
import { BoardKeys } from '../../src/boards/keys.ts';
import { findBinsOfCommands, storeAnswers } from '../../src/commands/answer-store.ts';
import { boardLimits } from '../../src/config/limits.ts';
import { storeFanEvents } from '../../src/fans/store.ts';
import { Batcher } from '../../src/ingest/batcher.ts';
import type { DecodedFrame } from '../../src/ingest/decode.ts';
import { Gateway } from '../../src/ingest/gateway.ts';
import type { IngestPorts, StoredReading } from '../../src/ingest/ingest-ports.ts';
import { loadIngestBins } from '../../src/ingest/ingest-revision.ts';
import { UndecodableFrameSampler } from '../../src/ingest/undecodable-frames.ts';
import { findLedgerHistories } from '../../src/inventory/ledger-store.ts';
import type { Listener, RejectReason } from '../../src/platform/broker/broker.ts';
import { Partitions } from '../../src/platform/postgres/partitions.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { packFrame, storeRawFrames } from '../../src/raw-data/store.ts';
import { TEST_PEPPER } from './board-fixtures.ts';

/** Creates the ingest ports for tests, with the real stores. */
export function createIngestPorts(db: Kysely<Tables>): IngestPorts {
  const readings = new Partitions(db, 'readings', 'month');
  const rawFrames = new Partitions(db, 'raw_frames', 'day');
  return {
    db,
    boards: new BoardDirectory(db, (ids) =>
      loadIngestBins(db, { loadBins, findLedgerHistories }, ids),
    ),
    writerId: randomUUID(),
    ensurePartitions: async (readingsAt, receivedAt) => {
      await readings.ensure(readingsAt);
      await rawFrames.ensure(receivedAt);
    },
    assertDurable: () => {},
    undecodable: new UndecodableFrameSampler({ maxPerHour: Infinity, frameNotStored: () => {} }),
    packFrame,
    storeRawFrames,
    storeFanEvents,
    findBinsOfCommands,
    storeAnswers: (trx, answers) => storeAnswers(trx, answers, async () => {}),
    storeBoardHellos,
    addReportedCables,
    markBins,
  };
}

/** A gateway on its own port, and everything it reported. */
export interface TestGateway {
  readonly port: number;
  readonly gateway: Gateway;
  readonly batcher: Batcher;
  readonly ports: IngestPorts;
  readonly rejections: { readonly reason: RejectReason; readonly board: string | null }[];
  readonly limitsReached: { readonly limit: string; readonly board: string }[];
  readonly frames: DecodedFrame[];
  readonly stored: StoredReading[];
  readonly postponeErrors: unknown[];
  dispose(): Promise<void>;
}

export async function startTestGateway(
  db: Kysely<Tables>,
  now: () => Millis = () => millis(Date.now()),
  certificate: Listener['tls'] = null,
): Promise<TestGateway> {
  const ports = createIngestPorts(db);
  const reported: Pick<
    TestGateway,
    'rejections' | 'limitsReached' | 'frames' | 'stored' | 'postponeErrors'
  > = {
    rejections: [],
    limitsReached: [],
    frames: [],
    stored: [],
    postponeErrors: [],
  };
  const batcher = new Batcher(ports, {
    stored: (frames, stored) => {
      reported.frames.push(...frames);
      reported.stored.push(...stored);
    },
    postponed: (error) => reported.postponeErrors.push(error),
    observerFailed: (error) => {
      throw error;
    },
  });
  const gateway = new Gateway({
    keys: new BoardKeys(db, TEST_PEPPER),
    sink: batcher,
    now,
    subscribed: () => undefined,
    unsubscribed: () => undefined,
    limits: boardLimits,
    limitReached: (limit, board) => reported.limitsReached.push({ limit, board }),
    rejected: (reason, { username }) => reported.rejections.push({ reason, board: username }),
  });
  const [port = 0] = await gateway.start([{ host: '127.0.0.1', port: 0, tls: certificate }]);
  return {
    port,
    gateway,
    batcher,
    ports,
    ...reported,
    dispose: async () => {
      gateway.closeListeners();
      await batcher.stop();
      await gateway.stop();
    },
  };
}

/** An MQTT client that sends raw bytes, for packets that client libraries refuse to send. */
export class RawMqttClient {
  readonly acknowledgedIds: number[] = [];
  connack: number | null = null;
  isClosed = false;
  private unparsedBytes: Buffer = Buffer.alloc(0);

  private constructor(readonly socket: net.Socket) {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
    });
    socket.on('data', (chunk) => {
      this.unparsedBytes = readPackets(Buffer.concat([this.unparsedBytes, chunk]), {
        onConnack: (code) => {
          this.connack = code;
        },
        onPuback: (id) => this.acknowledgedIds.push(id),
      });
    });
  }

  static async open(port: number, isSecure = false): Promise<RawMqttClient> {
    const address = { port, host: '127.0.0.1' };
    const socket = isSecure
      ? tls.connect({ ...address, rejectUnauthorized: false })
      : net.connect(address);
    const client = new RawMqttClient(socket.setNoDelay());
    await once(socket, isSecure ? 'secureConnect' : 'connect');
    return client;
  }

  /** Connects and signs in. */
  static async connect(port: number, user: string, key: string, keepalive = 60) {
    const client = await RawMqttClient.open(port);
    client.write(createConnectPacket(user, key, keepalive));
    await client.waitForCondition(() => client.connack !== null);
    return client;
  }

  /** Connects as a board with the given client ID; `connect` derives the client ID from the user. */
  static async connectAs(
    port: number,
    board: { readonly mainBoardId: string; readonly key: string },
    clientId: string,
    isSecure = false,
  ) {
    const client = await RawMqttClient.open(port, isSecure);
    client.write(createConnectPacket(board.mainBoardId, board.key, 60, clientId));
    await client.waitForCondition(() => client.connack !== null);
    return client;
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Resolves as soon as received data makes the condition true, or when the connection closes. */
  async waitForCondition(condition: () => boolean): Promise<void> {
    while (!condition() && !this.isClosed) {
      await new Promise<void>((resolve) => {
        const settle = () => {
          this.socket.off('data', settle).off('close', settle);
          resolve();
        };
        this.socket.on('data', settle).on('close', settle);
      });
    }
  }

  close(): void {
    this.socket.destroy();
  }
}
