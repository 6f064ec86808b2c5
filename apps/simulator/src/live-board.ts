import { DAY, type Millis } from '@granary/domain/units';
import { applyBehaviours } from './behaviours/behaviour.ts';
import { advanceBin, type SimulatedBin } from './board/bin.ts';
import {
  type CommandState,
  type Effect,
  type Outcome,
  readCommand,
  receiveCommand,
  runCommands,
} from './board/commands.ts';
import type { BinModel } from './board/model.ts';
import { type BoardConnection, connectBoard } from './connection.ts';
import type { DemoBoard } from './demo/farm.ts';
import type { Frame } from './frame.ts';
import { behavioursOf, boardTime, fanFrame, readingFrame } from './history.ts';

/** Milliseconds a command takes over the radio from the main board to a bin's station. */
const RELAY = 300;
/** Frames a board can keep while nobody answers; later readings are lost, as on real boards. */
const MEMORY = 2_000;
/** How long a sleeping board listens for commands before it sleeps again. */
const LISTENING = 1_500;
const GRACE = 1_000;

/** A bin and how it stands. */
export interface LiveBin {
  readonly model: BinModel;
  readonly state: SimulatedBin;
}

export interface LiveBoardOptions {
  readonly board: DemoBoard;
  readonly bins: readonly LiveBin[];
  readonly commands: CommandState;
  readonly host: string;
  readonly port: number;
  readonly key: string;
  /** Between two reports of each bin, ms. */
  readonly intervalMs: number;
  readonly now: () => Millis;
  readonly onTrouble: (mainBoardId: string, error: Error) => void;
}

/**
 * One board as it lives from now on: reports its bins on time, obeys commands, and lends its
 * connection to whoever sends its past. A realtime board stays connected; others wake to report.
 */
export class LiveBoard {
  readonly #options: LiveBoardOptions;
  readonly #bins: Map<number, LiveBin>;
  #commands: CommandState;
  #connection: BoardConnection | null = null;
  #users = 0;
  #timers: NodeJS.Timeout[] = [];
  #unsent: Pick<Frame, 'kind' | 'text'>[] = [];

  constructor(options: LiveBoardOptions) {
    this.#options = options;
    this.#bins = new Map(options.bins.map((bin) => [bin.model.bin.binNumber, bin]));
    this.#commands = options.commands;
  }

  get mainBoardId(): string {
    return this.#options.board.mainBoardId;
  }

  get commands(): CommandState {
    return this.#commands;
  }

  /** The bins as they stand, or null while a frame of theirs is still unacknowledged. */
  settledBins(): readonly LiveBin[] | null {
    const waiting = this.#unsent.length + (this.#connection?.pending() ?? 0);
    return waiting === 0 ? [...this.#bins.values()] : null;
  }

  /** Starts to report; the first reports go at once. */
  start(): void {
    const { board, intervalMs, now } = this.#options;
    for (const { until } of Object.values(this.#commands.limits)) this.#later(until - now() + 1);
    if (board.firmware === 'realtime') {
      this.acquire();
      this.#reportAll();
      this.#timers.push(setInterval(() => this.#reportAll(), intervalMs));
    } else {
      this.#wake();
      this.#timers.push(setInterval(() => this.#wake(), intervalMs));
    }
  }

  /** The board's connection, made where there is none; give it back with `release`. */
  acquire(): BoardConnection {
    this.#users++;
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  /** Ends the connection where nobody else uses it, once all that was sent is acknowledged. */
  release(): void {
    this.#users--;
    void this.#leave();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close(GRACE);
  }

  async #leave(): Promise<void> {
    const connection = this.#connection;
    await connection?.room(1);
    if (this.#users > 0 || connection === null || this.#connection !== connection) return;
    this.#connection = null;
    await connection.close(0);
  }

  #connect(): BoardConnection {
    const { host, port, key, onTrouble } = this.#options;
    const { mainBoardId } = this;
    return connectBoard(
      { host, port, mainBoardId, key },
      {
        onOnline: () => this.#greet(),
        onDown: (payload) => this.#obey(payload),
        onTrouble: (error) => onTrouble(mainBoardId, error),
      },
    );
  }

  #greet(): void {
    this.#send('firmware-data', this.#hello());
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const { kind, text } of unsent) this.#send(kind, text);
  }

  #hello(): string {
    const { board, now } = this.#options;
    return JSON.stringify({
      v: 1,
      kind: 'hello',
      date_time: boardTime(board, now()),
      board_type: board.boardType,
      firmware_name: board.firmware,
      firmware_version: board.firmwareVersion,
    });
  }

  #wake(): void {
    this.acquire();
    this.#reportAll();
    const timer = setTimeout(() => {
      this.#timers = this.#timers.filter((other) => other !== timer);
      this.release();
    }, LISTENING);
    this.#timers.push(timer);
  }

  #reportAll(): void {
    for (const binNumber of this.#bins.keys()) this.#report(binNumber);
  }

  #report(binNumber: number): void {
    const bin = this.#bins.get(binNumber);
    if (bin === undefined) return;
    const { model, state } = bin;
    const next = advanceBin(model, state, this.#options.now());
    this.#bins.set(binNumber, { model, state: next });
    const frames: Frame[] = [readingFrame(model, next)];
    if (next.fan.isOn !== state.fan.isOn) {
      frames.unshift(fanFrame(model, next.fan.isOn, next.grain.at));
    }
    for (const frame of applyBehaviours(behavioursOf(model, next.grain.at), frames)) {
      this.#send(frame.kind, frame.text);
    }
  }

  /** Sends a frame, or keeps it until the board is awake again. */
  #send(kind: Frame['kind'], text: string): void {
    const connection = this.#connection;
    if ((connection?.pending() ?? this.#unsent.length) >= MEMORY) return;
    if (connection === null) {
      this.#unsent.push({ kind, text });
      return;
    }
    connection.send(kind, text).catch((error: Error) => {
      this.#options.onTrouble(this.mainBoardId, error);
    });
  }

  #obey(payload: string): void {
    const command = readCommand(payload);
    if (command === null) return;
    const { now } = this.#options;
    this.#carryOut(receiveCommand(this.#commands, command, now()));
    this.#later(RELAY);
    if (command.runUntil !== null) this.#later(Math.max(RELAY, command.runUntil - now()) + 1);
  }

  /** Looks at the commands again after a while, a day at most. */
  #later(ms: number): void {
    const timer = setTimeout(
      () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        this.#carryOut(runCommands(this.#commands, this.#options.now(), RELAY));
      },
      Math.min(ms, DAY),
    );
    this.#timers.push(timer);
  }

  #carryOut({ state, effects }: Outcome): void {
    this.#commands = state;
    for (const effect of effects) this.#act(effect);
  }

  #act(effect: Effect): void {
    switch (effect.kind) {
      case 'set-fan':
        this.#setFan(effect.binNumber, effect.isOn);
        break;
      case 'report':
        this.#report(effect.binNumber);
        break;
      case 'acknowledge':
        this.#acknowledge(effect.command);
        break;
    }
  }

  #setFan(binNumber: number, isOn: boolean): void {
    const bin = this.#bins.get(binNumber);
    if (bin === undefined || bin.model.bin.fan === null) return;
    const { grain } = advanceBin(bin.model, bin.state, this.#options.now());
    const fan = { isOn, isCommanded: true };
    this.#bins.set(binNumber, { model: bin.model, state: { grain, fan } });
  }

  #acknowledge(command: Extract<Effect, { kind: 'acknowledge' }>['command']): void {
    const bin = this.#bins.get(command.binNumber);
    if (bin === undefined) return;
    const { model, state } = bin;
    const at = this.#options.now();
    if (command.kind === 'fan') {
      // The fan as it stands now, which a command from before may no longer describe.
      this.#send('fan-data', fanFrame(model, state.fan.isOn, at, command.commandId).text);
      return;
    }
    const result = JSON.stringify({
      v: 1,
      kind: command.kind === 'firmware' ? 'firmware' : 'config',
      date_time: boardTime(model.board, at),
      bin_number: command.binNumber,
      command_id: command.commandId,
      status: 'completed',
    });
    this.#send('firmware-data', result);
  }
}
