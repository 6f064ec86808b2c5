import { MINUTE, type Millis } from '@granary/domain/units';
import { advanceBin, type SimulatedBin } from './board/bin.ts';
import { type BinModel, modelOf } from './board/model.ts';
import type { BoardConnection } from './connection.ts';
import type { DemoBoard, DemoFarm } from './demo/farm.ts';
import type { Frame } from './frame.ts';
import { type BinHistory, framesBetween, historyOf, silentFrom } from './history.ts';
import { LiveBoard } from './live-board.ts';
import { readSavedFleet, type SavedFleet, savedCommands, writeSavedFleet } from './saved-state.ts';

export interface FleetOptions {
  readonly fleet: readonly DemoFarm[];
  readonly host: string;
  readonly port: number;
  readonly key: string;
  /** Where the fleet remembers what it sent. */
  readonly dataDir: string;
  readonly now: () => Millis;
  readonly log: (line: string) => void;
  /** Days of hourly readings sent on the first start. */
  readonly historyDays: number;
  readonly realtimeMs: number;
  readonly sleepMs: number;
  /** Lines repeat, hold back and spoil frames, and some clocks are wrong. */
  readonly hasLineFaults: boolean;
}

export interface RunningFleet {
  /** Settles when the past is sent; rejects when the fleet is stopped before. */
  readonly historySent: Promise<void>;
  stop(): Promise<void>;
}

/** Frames in flight on each board's connection while its past is sent. */
const WINDOW = 64;
const SAVE_EVERY = 15_000;
const PROGRESS_STEP = 10;

/** Thrown into the sending of the past when the fleet stops. */
export class FleetStoppedError extends Error {
  override readonly name = 'FleetStoppedError';
}

/**
 * Plays every board of the fleet as an MQTT client. The first start sends the past, newest week
 * first, while live readings go on; a later start sends what lies between the runs.
 */
export async function startFleet(options: FleetOptions): Promise<RunningFleet> {
  const saved = await readSavedFleet(options.dataDir);
  const fleet = new Fleet(options, saved);
  await fleet.begin();
  return fleet;
}

interface PlayedBoard {
  readonly live: LiveBoard;
  readonly models: readonly BinModel[];
  readonly histories: readonly BinHistory[];
}

class Fleet implements RunningFleet {
  readonly #options: FleetOptions;
  readonly #saved: SavedFleet | null;
  readonly #anchor: Millis;
  #boards: PlayedBoard[] = [];
  #bins: Record<string, SimulatedBin>;
  #weeksSent: number;
  #isCaughtUp = false;
  #isStopped = false;
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #troubled = new Set<string>();
  #past: Promise<void> = Promise.resolve();

  constructor(options: FleetOptions, saved: SavedFleet | null) {
    this.#options = options;
    this.#saved = saved;
    this.#anchor = saved?.anchor ?? options.now();
    this.#bins = { ...saved?.bins };
    this.#weeksSent = saved?.weeksSent ?? 0;
  }

  get historySent(): Promise<void> {
    return this.#past;
  }

  async begin(): Promise<void> {
    const startedAt = this.#options.now();
    const { hasLineFaults } = this.#options;
    await this.#save();
    for (const farm of this.#options.fleet) {
      for (const board of farm.boards) {
        const models = board.bins
          .filter(({ scenario: story }) => story !== 'new')
          .map((bin) => modelOf(farm, board, bin, this.#anchor, hasLineFaults));
        if (models.length === 0) continue;
        // Each board takes a tenth of a second to compute; others may have their turn in between.
        await new Promise((resolve) => setImmediate(resolve));
        this.#boards.push(this.#play(board, models, startedAt));
      }
    }
    for (const { live, models } of this.#boards) if (lives(models)) live.start();
    this.#timer = setInterval(() => void this.#save(), SAVE_EVERY);
    this.#past = this.#sendPast(startedAt);
    // Whoever does not wait for the past must not crash when it is cut short.
    this.#past.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await Promise.all(this.#boards.map(({ live }) => live.stop()));
    await this.#past.catch(() => undefined);
    await this.#save();
  }

  #play(board: DemoBoard, models: readonly BinModel[], startedAt: Millis): PlayedBoard {
    const { host, port, key, now, realtimeMs, sleepMs, historyDays } = this.#options;
    const isAllSent = this.#weeksSent >= Math.ceil(historyDays / 7);
    const histories: BinHistory[] = [];
    const bins = models.map((model) => {
      let state = this.#bins[binName(model)];
      if (state === undefined || !isAllSent) {
        const history = historyOf(model, this.#anchor, historyDays);
        histories.push(history);
        state ??= history.now;
      }
      this.#bins[binName(model)] = state;
      return { model, state: advanceBin(model, state, startedAt) };
    });
    const live = new LiveBoard({
      board,
      bins,
      commands: savedCommands(this.#saved, board.mainBoardId),
      host,
      port,
      key,
      intervalMs: board.firmware === 'realtime' ? realtimeMs : sleepMs,
      now,
      onTrouble: (mainBoardId, error) => this.#tell(mainBoardId, error),
    });
    return { live, models, histories };
  }

  async #sendPast(startedAt: Millis): Promise<void> {
    const began = performance.now();
    await Promise.all(this.#boards.map((played) => this.#catchUp(played, startedAt)));
    this.#isCaughtUp = true;
    const weeks = Math.max(0, ...this.#boards.map(({ histories }) => histories[0]?.weeks ?? 0));
    if (this.#weeksSent >= weeks) return;
    const frames = await this.#sendWeeks(weeks);
    await this.#save();
    const seconds = Math.round((performance.now() - began) / 1000);
    this.#options.log(`History: done, ${frames.toLocaleString('en')} frames in ${seconds} s`);
  }

  /** Sends the weeks not yet sent, newest first; returns the number of frames. */
  async #sendWeeks(weeks: number): Promise<number> {
    let frames = 0;
    let told = 0;
    for (const { live } of this.#boards) live.acquire();
    try {
      while (this.#weeksSent < weeks) {
        const week = this.#weeksSent;
        const sent = await Promise.all(
          this.#boards.map(({ live, histories }) =>
            this.#stream(
              live,
              histories.map((history) => history.frames(week)),
            ),
          ),
        );
        frames += sent.reduce((sum, count) => sum + count, 0);
        this.#weeksSent = week + 1;
        const percent = Math.floor((100 * this.#weeksSent) / weeks);
        if (percent >= told + PROGRESS_STEP && percent < 100) {
          told = percent - (percent % PROGRESS_STEP);
          this.#options.log(`History: ${percent} % sent`);
        }
      }
    } finally {
      for (const { live } of this.#boards) live.release();
    }
    return frames;
  }

  /** Sends what the board would have sent since the state it was left in. */
  async #catchUp({ live, models }: PlayedBoard, to: Millis): Promise<void> {
    const streams = models.map((model) => {
      const from = this.#bins[binName(model)];
      return from === undefined || from.grain.at > to - MINUTE
        ? []
        : framesBetween(model, from, to, to);
    });
    await this.#stream(live, streams);
  }

  /**
   * Sends the frames of a board's bins in turn and waits for the last acknowledgement. A board
   * without frames, such as a dead one, does not connect.
   */
  async #stream(live: LiveBoard, streams: readonly Iterable<Frame>[]): Promise<number> {
    let connection: BoardConnection | null = null;
    let count = 0;
    const failures: Error[] = [];
    try {
      for (const { kind, text } of inTurn(streams)) {
        if (this.#isStopped) throw new FleetStoppedError('The fleet was stopped');
        connection ??= live.acquire();
        await connection.room(WINDOW);
        count++;
        connection.send(kind, text).catch((error: Error) => failures.push(error));
      }
      await connection?.room(1);
    } finally {
      if (connection !== null) live.release();
    }
    if (failures[0] !== undefined) throw failures[0];
    return count;
  }

  #save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      const commands = { ...this.#saved?.commands };
      for (const { live } of this.#boards) {
        commands[live.mainBoardId] = live.commands;
        const bins = this.#isCaughtUp ? live.settledBins() : null;
        for (const { model, state } of bins ?? []) this.#bins[binName(model)] = state;
      }
      await writeSavedFleet(this.#options.dataDir, {
        anchor: this.#anchor,
        weeksSent: this.#weeksSent,
        bins: this.#bins,
        commands,
      });
    });
    return this.#saving;
  }

  /** Says once what keeps a board from its server. */
  #tell(mainBoardId: string, error: Error): void {
    if (this.#isStopped) return;
    const line = `Board ${mainBoardId}: ${error.message || error.name}`;
    if (this.#troubled.has(line)) return;
    this.#troubled.add(line);
    this.#options.log(line);
  }
}

/** One frame of each stream after the other until all are empty. */
function* inTurn(streams: readonly Iterable<Frame>[]): Generator<Frame> {
  let rest = streams.map((stream) => stream[Symbol.iterator]());
  while (rest.length > 0) {
    const going: Iterator<Frame>[] = [];
    for (const iterator of rest) {
      const step = iterator.next();
      if (step.done) continue;
      going.push(iterator);
      yield step.value;
    }
    rest = going;
  }
}

/** A board whose bins all fell silent is dead: it has a past but does not connect any more. */
function lives(models: readonly BinModel[]): boolean {
  return models.some((model) => silentFrom(model) === null);
}

function binName(model: BinModel): string {
  return `${model.board.mainBoardId}/${model.bin.binNumber}`;
}
