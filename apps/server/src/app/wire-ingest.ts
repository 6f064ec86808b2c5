import { randomUUID } from 'node:crypto';
import { addReportedCables } from '../bins/cables-store.ts';
import { storeHellos } from '../boards/board-hello-store.ts';
import { BoardDirectory } from '../boards/directory.ts';
import { BoardKeys } from '../boards/keys.ts';
import { storeFanEvents } from '../fans/store.ts';
import { Batcher, type BatchObserver } from '../ingest/batcher.ts';
import { Gateway } from '../ingest/gateway.ts';
import { findBasesOf, loadBoardBins } from '../ingest/ingest-revision.ts';
import { Changes } from '../platform/postgres/changes.ts';
import { Durability } from '../platform/postgres/durability.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import { packFrame, storeRawFrames } from '../raw-data/store.ts';
import type { LiveReadings } from '../readings/live/live-readings.ts';
import type { Ground } from './dependencies.ts';

/** The tables that grow with every frame, in parts by time. */
export interface GrowingTables {
  readonly readings: Partitions;
  readonly rawFrames: Partitions;
}

/** A frame's way: from its board to the disk, and on to the browsers that watch. */
export interface Ingest {
  readonly gateway: Gateway;
  readonly batcher: Batcher;
  readonly durability: Durability;
  /** Hears of boards and bins that others changed. */
  readonly changes: Changes;
}

/** Makes a frame's way; readings that are stored go to `live`. */
export function composeIngest(ground: Ground, tables: GrowingTables, live: LiveReadings): Ingest {
  const { db, log, metrics } = ground;
  const directory = new BoardDirectory(db, (ids) => loadBoardBins(db, ids));
  const durability = new Durability((problem) => {
    if (problem) log.error({ err: problem }, 'nothing is acknowledged');
    else log.info('PostgreSQL keeps what it commits again');
  });
  const batcher = new Batcher(
    {
      ...{ db, packFrame, storeRawFrames, storeFanEvents, storeHellos, addReportedCables },
      assertDurable: () => durability.assert(),
      boards: directory,
      writer: randomUUID(),
      ensurePartitions: async (readingsAt, receivedAt) => {
        await tables.readings.ensure(readingsAt);
        await tables.rawFrames.ensure(receivedAt);
      },
      findBases: findBasesOf,
    },
    batchObserver(ground, live),
  );
  const gateway = makeGateway(ground, batcher);
  metrics.gauge('granary_boards_connected', 'Live board sessions.', () => gateway.connectedBoards);
  metrics.gauge('granary_frames_waiting', 'Frames not yet on disk.', () => batcher.size);
  const changes = hearChanges(ground, { directory, durability, gateway });
  return { gateway, batcher, durability, changes };
}

/** What becomes of batches, told to the metrics, the log and the browsers that watch. */
function batchObserver({ metrics, log, failed }: Ground, live: LiveReadings): BatchObserver {
  return {
    stored: (frames, stored) => {
      metrics.batchSize.observe(frames.length);
      metrics.readings.inc(stored.length);
      for (const { meaning, frame } of frames) {
        metrics.frames.inc({ kind: meaning.kind });
        if (meaning.kind !== 'rejected') continue;
        metrics.rejected.inc({ reason: meaning.rejection });
        log.debug({ board: frame.mainBoardId, reason: meaning.reason }, 'frame kept, not read');
      }
      live.stored(frames, stored);
    },
    postponed: (error) => {
      metrics.postponed.inc();
      log.warn({ err: error }, 'a batch could not be stored; trying again');
    },
    untold: failed,
  };
}

function makeGateway({ db, secrets, metrics, log, now }: Ground, sink: Batcher): Gateway {
  return new Gateway({
    keys: new BoardKeys(db, secrets.boardPepper),
    sink,
    now,
    refused: (reason, mainBoardId) => {
      metrics.refused.inc({ reason });
      log.debug({ board: mainBoardId, reason }, 'board refused');
    },
  });
}

interface Hearers {
  readonly directory: BoardDirectory;
  readonly durability: Durability;
  readonly gateway: Gateway;
}

function hearChanges(
  { source, log, failed }: Ground,
  { directory, durability, gateway }: Hearers,
): Changes {
  return new Changes(source, ['bins_changed', 'board_key_changed'], {
    heard: (channel, id) => {
      if (channel === 'bins_changed') directory.forget(id === '' ? null : id);
      else gateway.disconnect(id);
    },
    lost: () => {
      durability.doubt();
      log.warn('the connection that hears of changes was lost');
    },
    reconnected: () => {
      directory.forget(null);
      gateway.disconnectRevoked().catch(failed);
    },
    probe: (client) => durability.check(client),
  });
}
