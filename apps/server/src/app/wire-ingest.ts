import { randomUUID } from 'node:crypto';
import { MAIN_BOARD_ID_PATTERN } from '@granary/contract/boards/topics';
import { toNetwork } from '@granary/domain/accounts/sign-in-limits';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import type { Millis } from '@granary/domain/units';
import { markBins } from '../alerts/marks-store.ts';
import { addReportedCables } from '../bins/cables/reported-cables-store.ts';
import { loadBins } from '../bins/store.ts';
import { storeBoardHellos } from '../boards/board-hello-store.ts';
import { BoardDirectory } from '../boards/directory.ts';
import { BoardKeys } from '../boards/keys.ts';
import { storeRefusal, storeUnknownBin } from '../boards/problems-store.ts';
import { findBinsOfCommands } from '../commands/answer-store.ts';
import type { Releaser, ReportingBin } from '../commands/releaser.ts';
import { boardLimits, limits } from '../config/limits.ts';
import { storeFanEvents } from '../fans/store.ts';
import { Batcher, type BatchObserver } from '../ingest/batcher.ts';
import type { DecodedFrame } from '../ingest/decode.ts';
import { Gateway } from '../ingest/gateway.ts';
import type { IngestBin, IngestPorts } from '../ingest/ingest-ports.ts';
import { loadIngestBins } from '../ingest/ingest-revision.ts';
import { UndecodableFrameSampler } from '../ingest/undecodable-frames.ts';
import { findLedgerHistories } from '../inventory/ledger-store.ts';
import { type Database, openDatabase } from '../platform/postgres/database.ts';
import { Durability } from '../platform/postgres/durability.ts';
import { NotificationListener } from '../platform/postgres/notification-listener.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { packFrame, storeRawFrames } from '../raw-data/store.ts';
import type { LiveReadings } from '../readings/live/live-readings.ts';
import { storeBoardAnswers } from './command-changes.ts';
import type { Dependencies } from './dependencies.ts';
import { type Commands, wireCommands } from './wire-commands.ts';

export interface PartitionedTables {
  readonly readings: Partitions;
  readonly rawFrames: Partitions;
}

/** The number of database connections that ingest may open. */
const MAX_CONNECTIONS = 6;

/** The database connections and the tables that frames are stored in. */
export interface IngestStore {
  /** Separate connections, so that API requests cannot delay the acknowledgment of frames. */
  readonly database: Database;
  readonly tables: PartitionedTables;
}

export function openIngestStore({
  source,
  log,
}: Pick<Dependencies, 'source' | 'log'>): IngestStore {
  const database = openDatabase(source, { log, max: MAX_CONNECTIONS });
  const { db } = database;
  const tables = {
    readings: new Partitions(db, 'readings', 'month'),
    rawFrames: new Partitions(db, 'raw_frames', 'day'),
  };
  return { database, tables };
}

/** The path of a frame from the board to the database. */
export interface Ingest {
  readonly gateway: Gateway;
  readonly batcher: Batcher;
  readonly durability: Durability;
  /** Listens for changes to boards and bins by other processes. */
  readonly changes: NotificationListener;
  readonly commands: Commands;
  /** Stops releasing commands and listening for changes, and closes the database connections. */
  close(): Promise<void>;
}

/** Notifies the alerts feature of stored batches and board problems. */
export interface AlertObserver {
  /** A batch was stored; `readingsAt` are the times of its new readings. */
  stored(readingsAt: readonly Millis[]): void;
  /** A batch could not be stored. */
  postponed(): void;
  /** A problem with a board's sign-in or bin numbers changed or was resolved. */
  boardChanged(mainBoardId: string): void;
}

/**
 * Wires ingest; stored readings are sent to `live` and evaluated by `alerts`. `observer` is called after
 * changes that other transactions made.
 */
export function wireIngest(
  dependencies: Dependencies,
  { database, tables }: IngestStore,
  live: LiveReadings,
  alerts: AlertObserver,
  observer: ChangeObserver,
): Ingest {
  const { log, metrics } = dependencies;
  const { db } = database;
  const directory = new BoardDirectory(db, (ids) =>
    loadIngestBins(db, { loadBins, findLedgerHistories }, ids),
  );
  const durability = new Durability((problem) => {
    if (problem)
      log.error(
        { err: problem },
        'PostgreSQL commits are not durable: frames are not acknowledged',
      );
    else log.info('PostgreSQL commits are durable again');
  });
  const commands = wireCommands(dependencies, db, {
    canSend: (id) => gateway.canSend(id),
    send: (id, payload) => gateway.send(id, payload),
  });
  const { releaser } = commands;
  const batcher = new Batcher(
    createIngestPorts(dependencies, db, tables, { directory, durability }),
    createBatchObserver(dependencies, live, alerts, releaser),
  );
  const boardChanged = (mainBoardId: string) => alerts.boardChanged(mainBoardId);
  const gateway = createGateway(dependencies, db, batcher, boardChanged, releaser);
  metrics.addGauge(
    'granary_boards_connected',
    'Live board sessions.',
    () => gateway.connectedSessionCount,
  );
  metrics.addGauge('granary_frames_waiting', 'Frames not yet on disk.', () => batcher.size);
  const changes = listenForChanges(dependencies, {
    directory,
    durability,
    gateway,
    live,
    releaser,
    observer,
  });
  return {
    commands,
    gateway,
    batcher,
    durability,
    changes,
    close: async () => {
      await commands.stop();
      await changes.stop();
      await database.dispose();
    },
  };
}

/** Creates the ports that connect batch storage to other features. */
function createIngestPorts(
  { callerLimits }: Pick<Dependencies, 'callerLimits'>,
  db: Db,
  tables: PartitionedTables,
  { directory, durability }: Pick<ChangeListeners, 'directory' | 'durability'>,
): IngestPorts {
  return {
    db,
    undecodable: new UndecodableFrameSampler({
      maxPerHour: limits.undecodablePerBoard.max,
      frameNotStored: (id) => callerLimits.report('undecodablePerBoard', `board ${id}`),
    }),
    packFrame,
    storeRawFrames,
    storeFanEvents,
    findBinsOfCommands,
    storeAnswers: storeBoardAnswers,
    storeBoardHellos,
    addReportedCables,
    markBins,
    assertDurable: () => durability.assert(),
    boards: directory,
    writerId: randomUUID(),
    ensurePartitions: async (readingsAt, receivedAt) => {
      await tables.readings.ensure(readingsAt);
      await tables.rawFrames.ensure(receivedAt);
    },
  };
}

/** Reports batches to the metrics, the log and live updates. */
function createBatchObserver(
  { db, callerLimits, metrics, log, failed }: Dependencies,
  live: LiveReadings,
  alerts: AlertObserver,
  releaser: Releaser,
): BatchObserver {
  return {
    stored: (frames, newReadings) => {
      alerts.stored(newReadings.map(({ reading }) => reading.at));
      releaser.framesStored(listReportingBins(frames));
      metrics.batchSize.observe(frames.length);
      metrics.readings.inc(newReadings.length);
      for (const { content, frame } of frames) {
        metrics.frames.inc({ kind: content.kind });
        if (content.kind !== 'rejected') continue;
        metrics.rejectedFrames.inc({ reason: content.rejection });
        const { binNumber } = content;
        const { mainBoardId, receivedAt } = frame;
        log.debug({ board: mainBoardId, reason: content.reason }, 'frame rejected');
        if (content.rejection !== 'unknown-bin' || binNumber === null) continue;
        callerLimits.runOncePerMinute(`unknown bin ${mainBoardId} ${binNumber}`, () => {
          const at = new Date(receivedAt);
          storeUnknownBin(db, { mainBoardId, binNumber, at })
            .then(() => alerts.boardChanged(mainBoardId))
            .catch(failed);
        });
      }
      live.publish({
        fanBins: frames.flatMap(({ content }) => (content.kind === 'fan' ? content.context : [])),
        readings: newReadings,
      });
    },
    postponed: (error) => {
      metrics.postponedBatches.inc();
      alerts.postponed();
      log.warn({ err: error }, 'a batch could not be stored; trying again');
    },
    observerFailed: failed,
  };
}

/** Lists the bins that sent frames, ignoring rejected frames. */
function listReportingBins(frames: readonly DecodedFrame[]): ReportingBin[] {
  return frames.flatMap(({ frame: { mainBoardId }, content: { kind, binNumber } }) =>
    kind === 'rejected' || binNumber === null ? [] : { mainBoardId, binNumber },
  );
}

function createGateway(
  dependencies: Dependencies,
  db: Db,
  sink: Batcher,
  boardChanged: (mainBoardId: string) => void,
  releaser: Releaser,
): Gateway {
  const { db: callsDb, secrets, metrics, now, callerLimits, securityEvents, failed } = dependencies;
  const keys = new BoardKeys(db, secrets.boardPepper, boardChanged);
  return new Gateway({
    limits: boardLimits,
    limitReached: (limit, mainBoardId) => callerLimits.report(limit, `board ${mainBoardId}`),
    keys,
    sink,
    now,
    subscribed: (mainBoardId) => releaser.subscribed(mainBoardId),
    unsubscribed: (mainBoardId) => releaser.unsubscribed(mainBoardId),
    rejected: (reason, { username, address }) => {
      metrics.boardRefusals.inc({ reason });
      const network = address === null ? null : toNetwork(address);
      callerLimits.runOncePerMinute(`refused ${reason} ${username} ${network}`, () => {
        const event: SecurityEvent = { kind: 'board-refused', reason };
        const eventWithAddress = network === null ? event : { ...event, address: network };
        findBoardId(keys, username)
          .then((mainBoardId) => {
            securityEvents.record(
              mainBoardId === null ? eventWithAddress : { ...eventWithAddress, mainBoardId },
            );
            if (mainBoardId === null || reason !== 'credentials') return;
            callerLimits.runOncePerMinute(`refused ${mainBoardId}`, () => {
              const refusal = { mainBoardId, at: new Date(now()), address: network ?? '' };
              storeRefusal(callsDb, refusal)
                .then(() => boardChanged(mainBoardId))
                .catch(failed);
            });
          })
          .catch(failed);
      });
    },
  });
}

/** Returns the user name that a client gave if it is the ID of a board, otherwise null. */
async function findBoardId(keys: BoardKeys, username: string | null): Promise<string | null> {
  if (username === null || !MAIN_BOARD_ID_PATTERN.test(username)) return null;
  return (await keys.findHashes([username])).has(username) ? username : null;
}

const CHANNELS = [
  'access_changed',
  'bins_changed',
  'board_key_changed',
  'command_queued',
  'alerts_changed',
  'notifications_changed',
  'bin_entries_changed',
];

/** Is notified of changes that other transactions made. */
export interface ChangeObserver {
  /** Null: any bin may have changed. */
  binsChanged(mainBoardId: string | null): void;
  alertsChanged(binId: number): void;
  notificationsChanged(userId: number): void;
  binEntriesChanged(binId: number): void;
  /** Changes to alerts, notifications and entries may have been missed. */
  changesMissed(): void;
}

interface ChangeListeners {
  readonly directory: BoardDirectory<IngestBin>;
  readonly durability: Durability;
  readonly gateway: Gateway;
  readonly live: LiveReadings;
  readonly releaser: Releaser;
  readonly observer: ChangeObserver;
}

function listenForChanges(
  { source, log, failed }: Dependencies,
  { directory, durability, gateway, live: { connections }, releaser, observer }: ChangeListeners,
): NotificationListener {
  return new NotificationListener(source, CHANNELS, {
    received: (channel, id) => {
      if (channel === 'access_changed') {
        connections.checkPermissions();
      } else if (channel === 'bins_changed') {
        const mainBoardId = id === '' ? null : id;
        directory.forget(mainBoardId);
        observer.binsChanged(mainBoardId);
      } else if (channel === 'command_queued') {
        releaser.requestCheck(id);
      } else if (channel === 'alerts_changed') {
        observer.alertsChanged(Number(id));
      } else if (channel === 'notifications_changed') {
        observer.notificationsChanged(Number(id));
      } else if (channel === 'bin_entries_changed') {
        observer.binEntriesChanged(Number(id));
      } else {
        gateway.disconnect(id);
        observer.binsChanged(id);
      }
    },
    disconnected: () => {
      durability.markDisconnected();
      log.warn('lost the database connection that listens for changes; reconnecting');
    },
    reconnected: () => {
      directory.forget(null);
      observer.binsChanged(null);
      observer.changesMissed();
      connections.checkPermissions();
      gateway.disconnectRevoked().catch(failed);
      releaser.start().catch(failed);
    },
    probe: (client) => durability.check(client),
  });
}
