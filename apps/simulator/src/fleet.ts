import { MINUTE, type Millis } from '@granary/domain/units';
import type { Fault } from './behaviors/incidents.ts';
import { advanceBin, type SimulatedBin } from './board/bin.ts';
import { type BinModel, createBinModel } from './board/model.ts';
import type { BoardConnection } from './connection.ts';
import type { DemoBoard, DemoFarm } from './demo/farm.ts';
import type { Frame } from './frame.ts';
import {
  type BinHistory,
  createHistory,
  findNoDataSince,
  simulateFramesBetween,
} from './history.ts';
import { LiveBoard } from './live-board.ts';
import {
  findSavedMemory,
  readSavedFleet,
  type SavedFleet,
  writeSavedFleet,
} from './saved-state.ts';

export interface FleetOptions {
  readonly fleet: readonly DemoFarm[];
  readonly host: string;
  readonly port: number;
  readonly key: string;
  /** The folder for the fleet's saved state. */
  readonly dataDir: string;
  readonly now: () => Millis;
  readonly log: (line: string) => void;
  /** Days of history sent on the first start. */
  readonly historyDays: number;
  readonly realtimeMs: number;
  readonly sleepMs: number;
  /** How long a sleeping board listens for commands after its last frame was acknowledged. */
  readonly listenMs: number;
  /** The faults to simulate; with a bad network, some clocks are wrong too. */
  readonly faults: ReadonlySet<Fault>;
}

export interface RunningFleet {
  /** Resolves when the history is sent; rejects when the fleet is stopped first. */
  readonly historySent: Promise<void>;
  stop(): Promise<void>;
}

/** The maximum number of unacknowledged frames per board while its history is sent. */
const WINDOW = 64;
const SAVE_INTERVAL_MS = 15_000;
const PROGRESS_STEP = 10;

/** Rejects `historySent` when the fleet is stopped. */
export class FleetStoppedError extends Error {
  override readonly name = 'FleetStoppedError';
}

/**
 * Simulates every board of the fleet as an MQTT client. The first start sends the history, newest week first,
 * along with live readings; a later start sends the frames since the last run.
 */
export async function startFleet(options: FleetOptions): Promise<RunningFleet> {
  const savedFleet = await readSavedFleet(options.dataDir);
  const fleet = new Fleet(options, savedFleet);
  await fleet.start();
  return fleet;
}

interface SimulatedBoard {
  readonly liveBoard: LiveBoard;
  readonly models: readonly BinModel[];
  readonly histories: readonly BinHistory[];
}

class Fleet implements RunningFleet {
  readonly #options: FleetOptions;
  readonly #savedFleet: SavedFleet | null;
  readonly #anchor: Millis;
  #boards: SimulatedBoard[] = [];
  #bins: Record<string, SimulatedBin>;
  #weeksSent: number;
  #isCaughtUp = false;
  #isStopped = false;
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #loggedErrors = new Set<string>();
  #history: Promise<void> = Promise.resolve();

  constructor(options: FleetOptions, saved: SavedFleet | null) {
    this.#options = options;
    this.#savedFleet = saved;
    this.#anchor = saved?.anchor ?? options.now();
    this.#bins = { ...saved?.bins };
    this.#weeksSent = saved?.weeksSent ?? 0;
  }

  get historySent(): Promise<void> {
    return this.#history;
  }

  async start(): Promise<void> {
    const startedAt = this.#options.now();
    const hasNetworkFaults = this.#options.faults.has('network');
    await this.#save();
    for (const farm of this.#options.fleet) {
      for (const board of farm.boards) {
        const models = board.bins
          .filter(({ scenario }) => scenario !== 'new')
          .map((bin) => createBinModel(farm, board, bin, this.#anchor, hasNetworkFaults));
        if (models.length === 0) continue;
        // Simulating a board takes a tenth of a second: let other events run in between.
        await new Promise((resolve) => setImmediate(resolve));
        this.#boards.push(this.#simulate(board, models, startedAt));
      }
    }
    for (const { liveBoard, models } of this.#boards) if (isReporting(models)) liveBoard.start();
    this.#timer = setInterval(() => void this.#save(), SAVE_INTERVAL_MS);
    this.#history = this.#sendHistory(startedAt);
    // Prevents an unhandled rejection when nobody awaits `historySent`.
    this.#history.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await Promise.all(this.#boards.map(({ liveBoard }) => liveBoard.stop()));
    await this.#history.catch(() => undefined);
    await this.#save();
  }

  #simulate(board: DemoBoard, models: readonly BinModel[], startedAt: Millis): SimulatedBoard {
    const { host, port, key, now, realtimeMs, sleepMs, listenMs, historyDays } = this.#options;
    const isHistorySent = this.#weeksSent >= Math.ceil(historyDays / 7);
    const histories: BinHistory[] = [];
    const bins = models.map((model) => {
      let state = this.#bins[toBinKey(model)];
      if (state === undefined || !isHistorySent) {
        const history = createHistory(model, this.#anchor, historyDays);
        histories.push(history);
        state ??= history.finalState;
      }
      this.#bins[toBinKey(model)] = state;
      return { model, state: advanceBin(model, state, startedAt) };
    });
    const live = new LiveBoard({
      board,
      bins,
      memory: findSavedMemory(this.#savedFleet, board.mainBoardId),
      host,
      port,
      key,
      intervalMs: board.firmware === 'realtime' ? realtimeMs : sleepMs,
      listenMs,
      faults: this.#options.faults,
      now,
      onError: (mainBoardId, error) => this.#logError(mainBoardId, error),
    });
    return { liveBoard: live, models, histories };
  }

  async #sendHistory(startedAt: Millis): Promise<void> {
    const startedMs = performance.now();
    await Promise.all(this.#boards.map((board) => this.#catchUp(board, startedAt)));
    this.#isCaughtUp = true;
    const weeks = Math.max(0, ...this.#boards.map(({ histories }) => histories[0]?.weekCount ?? 0));
    if (this.#weeksSent >= weeks) return;
    const frames = await this.#sendWeeks(weeks);
    await this.#save();
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    this.#options.log(`History: done, ${frames.toLocaleString('en')} frames in ${seconds} s`);
  }

  /** Sends the weeks not yet sent, newest first; returns the number of frames. */
  async #sendWeeks(weeks: number): Promise<number> {
    let frames = 0;
    let loggedPercent = 0;
    for (const { liveBoard } of this.#boards) liveBoard.acquire();
    try {
      while (this.#weeksSent < weeks) {
        const week = this.#weeksSent;
        const frameCounts = await Promise.all(
          this.#boards.map(({ liveBoard, histories }) =>
            this.#stream(
              liveBoard,
              histories.map((history) => history.simulateWeek(week)),
            ),
          ),
        );
        frames += frameCounts.reduce((sum, count) => sum + count, 0);
        this.#weeksSent = week + 1;
        const percent = Math.floor((100 * this.#weeksSent) / weeks);
        if (percent >= loggedPercent + PROGRESS_STEP && percent < 100) {
          loggedPercent = percent - (percent % PROGRESS_STEP);
          this.#options.log(`History: ${percent} % sent`);
        }
      }
    } finally {
      for (const { liveBoard } of this.#boards) liveBoard.release();
    }
    return frames;
  }

  /** Sends the frames since the saved state of the board's bins. */
  async #catchUp({ liveBoard, models }: SimulatedBoard, to: Millis): Promise<void> {
    const streams = models.map((model) => {
      const savedBin = this.#bins[toBinKey(model)];
      return savedBin === undefined || savedBin.grain.at > to - MINUTE
        ? []
        : simulateFramesBetween(model, savedBin, to, to);
    });
    await this.#stream(liveBoard, streams);
  }

  /**
   * Sends the frames of a board's bins in turn and waits for the last acknowledgment. A board without frames
   * does not connect.
   */
  async #stream(live: LiveBoard, streams: readonly Iterable<Frame>[]): Promise<number> {
    let connection: BoardConnection | null = null;
    let count = 0;
    const failures: Error[] = [];
    try {
      for (const { kind, text } of interleave(streams)) {
        if (this.#isStopped) throw new FleetStoppedError('The fleet was stopped');
        connection ??= live.acquire();
        await connection.waitForWindow(WINDOW);
        count++;
        connection.send(kind, text).catch((error: Error) => failures.push(error));
      }
      await connection?.waitForWindow(1);
    } finally {
      if (connection !== null) live.release();
    }
    if (failures[0] !== undefined) throw failures[0];
    return count;
  }

  #save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      const memories = { ...this.#savedFleet?.memories };
      for (const { liveBoard } of this.#boards) {
        memories[liveBoard.mainBoardId] = liveBoard.memory;
        const bins = this.#isCaughtUp ? liveBoard.listAcknowledgedBins() : null;
        for (const { model, state } of bins ?? []) this.#bins[toBinKey(model)] = state;
      }
      await writeSavedFleet(this.#options.dataDir, {
        anchor: this.#anchor,
        weeksSent: this.#weeksSent,
        bins: this.#bins,
        memories,
      });
    });
    return this.#saving;
  }

  #logError(mainBoardId: string, error: Error): void {
    if (this.#isStopped) return;
    const line = `Board ${mainBoardId}: ${error.message || error.name}`;
    if (this.#loggedErrors.has(line)) return;
    this.#loggedErrors.add(line);
    this.#options.log(line);
  }
}

/** Takes one frame from each stream in turn until all are empty. */
function* interleave(streams: readonly Iterable<Frame>[]): Generator<Frame> {
  let iterators = streams.map((stream) => stream[Symbol.iterator]());
  while (iterators.length > 0) {
    const remaining: Iterator<Frame>[] = [];
    for (const iterator of iterators) {
      const step = iterator.next();
      if (step.done) continue;
      remaining.push(iterator);
      yield step.value;
    }
    iterators = remaining;
  }
}

/** Whether any bin still reports; otherwise the board sends only its history. */
function isReporting(models: readonly BinModel[]): boolean {
  return models.some((model) => findNoDataSince(model) === null);
}

function toBinKey(model: BinModel): string {
  return `${model.board.mainBoardId}/${model.bin.binNumber}`;
}
