import type { BinConditions } from '@granary/domain/bins/conditions';
import type { Reading } from '@granary/domain/readings/reading';
import type { BinMark } from '../alerts/marks-store.ts';
import type { ReportedCable } from '../bins/cables/reported-cables-store.ts';
import type { BoardHello } from '../boards/board-hello-store.ts';
import type { Board, BoardDirectory } from '../boards/directory.ts';
import type { BoardAnswers } from '../commands/answer-store.ts';
import type { ReportedFanEvent } from '../fans/store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { PackedFrame, RawFrame } from '../raw-data/store.ts';
import type { BinContext } from '../readings/bin-context.ts';
import type { GetFillPercent } from '../readings/fill-history.ts';
import type { UndecodableFrameSampler } from './undecodable-frames.ts';

/** A bin in ingest's memory, with the revision that shows whether it has changed since it was loaded. */
export interface IngestBin extends BinContext {
  /** A digest of the settings of the bin; see ingest-revision.ts. */
  readonly revision: string;
  readonly getFillPercent: GetFillPercent;
}

export type IngestBoard = Board<IngestBin>;

/** A reading that was committed. */
export interface StoredReading {
  readonly context: BinContext;
  readonly reading: Reading;
  /** Whether it is the bin's newest. */
  readonly isNewest: boolean;
  /** The bin's conditions, from its newest reading and those before it. */
  readonly conditions: BinConditions;
}

/** The dependencies of ingest on other features: their steps of the transaction, and the boards. */
export interface IngestPorts {
  readonly db: Db;
  readonly boards: BoardDirectory<IngestBin>;
  /** Identifies this server process in `last_batches`; unique across restarts. */
  readonly writerId: string;
  /** Throws if a committed transaction might not be on disk. */
  assertDurable(): void;
  /** Creates the partitions for these times (ms), before the transaction. */
  ensurePartitions(readingsAt: readonly number[], receivedAt: readonly number[]): Promise<void>;
  readonly undecodable: UndecodableFrameSampler;
  packFrame(frame: RawFrame): PackedFrame;
  /** Marks the bins of stored readings, so that their alerts are evaluated after the commit. */
  markBins(trx: Trx, marks: readonly BinMark[]): Promise<void>;
  storeRawFrames(trx: Trx, frames: readonly PackedFrame[]): Promise<void>;
  /** The bins that commands are for; unknown command IDs are ignored. */
  findBinsOfCommands(trx: Trx, commandIds: readonly string[]): Promise<number[]>;
  /** Stores fan events and returns those that are new. */
  storeFanEvents(trx: Trx, events: readonly ReportedFanEvent[]): Promise<ReportedFanEvent[]>;
  /** Stores the answers from boards to commands, and lockouts and uses of the switch at bins. */
  storeAnswers(trx: Trx, answers: BoardAnswers): Promise<void>;
  storeBoardHellos(trx: Trx, hellos: readonly BoardHello[]): Promise<void>;
  /** Adds reported cables that are not set up, and stores addresses that could not be read before. */
  addReportedCables(trx: Trx, cables: readonly ReportedCable[]): Promise<void>;
}
