import { DAY, type Millis } from '@granary/domain/units';
import { applyBehaviors } from './behaviors/behavior.ts';
import { advanceBin, type SimulatedBin } from './board/bin.ts';
import {
  type CommandResult,
  type CommandState,
  type Effect,
  parseCommand,
  receiveCommand,
  runCommands,
} from './board/commands.ts';
import type { BinModel } from './board/model.ts';
import { type BoardConnection, connectBoard } from './connection.ts';
import type { DemoBoard } from './demo/farm.ts';
import type { Frame } from './frame.ts';
import { boardTime, fanFrame, frameBehaviors, readingFrame } from './history.ts';

/** How long a command takes over the radio from the main board to a bin's station. */
const RELAY_MS = 300;
/** Unacknowledged frames a board can store; later readings are lost, as on real boards. */
const MAX_STORED_FRAMES = 2_000;
/** How long a sleeping board listens for commands before it sleeps again. */
const LISTEN_MS = 1_500;
const GRACE_MS = 1_000;

/** A bin and its state. */
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
  readonly onError: (mainBoardId: string, error: Error) => void;
}

/**
 * A simulated board: it reports its bins on time, executes commands, and shares its connection with
 * the sender of its history. A realtime board stays connected; others wake up to report.
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

  /** The bins' states, or null while a frame is not acknowledged. */
  acknowledgedBins(): readonly LiveBin[] | null {
    const waiting = this.#unsent.length + (this.#connection?.countPending() ?? 0);
    return waiting === 0 ? [...this.#bins.values()] : null;
  }

  /** Starts reporting, with the first reports at once. */
  start(): void {
    const { board, intervalMs, now } = this.#options;
    for (const { until } of Object.values(this.#commands.limits))
      this.#runCommandsAfter(until - now() + 1);
    if (board.firmware === 'realtime') {
      this.acquire();
      this.#reportAll();
      this.#timers.push(setInterval(() => this.#reportAll(), intervalMs));
    } else {
      this.#wake();
      this.#timers.push(setInterval(() => this.#wake(), intervalMs));
    }
  }

  /** Opens the board's connection or shares the open one; call `release` after use. */
  acquire(): BoardConnection {
    this.#users++;
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  /** Closes the connection after its last user, when all frames are acknowledged. */
  release(): void {
    this.#users--;
    void this.#closeIfUnused();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close(GRACE_MS);
  }

  async #closeIfUnused(): Promise<void> {
    const connection = this.#connection;
    await connection?.waitForRoom(1);
    if (this.#users > 0 || connection === null || this.#connection !== connection) return;
    this.#connection = null;
    await connection.close(0);
  }

  #connect(): BoardConnection {
    const { host, port, key, onError } = this.#options;
    const { mainBoardId } = this;
    return connectBoard(
      { host, port, mainBoardId, key },
      {
        onOnline: () => this.#sendHello(),
        onMessage: (payload) => this.#receiveCommand(payload),
        onError: (error) => onError(mainBoardId, error),
      },
    );
  }

  #sendHello(): void {
    this.#send('firmware-data', this.#formatHello());
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const { kind, text } of unsent) this.#send(kind, text);
  }

  #formatHello(): string {
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
    }, LISTEN_MS);
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
    for (const frame of applyBehaviors(frameBehaviors(model, next.grain.at), frames)) {
      this.#send(frame.kind, frame.text);
    }
  }

  /** Sends a frame, or stores it until the board is awake again. */
  #send(kind: Frame['kind'], text: string): void {
    const connection = this.#connection;
    if ((connection?.countPending() ?? this.#unsent.length) >= MAX_STORED_FRAMES) return;
    if (connection === null) {
      this.#unsent.push({ kind, text });
      return;
    }
    connection.send(kind, text).catch((error: Error) => {
      this.#options.onError(this.mainBoardId, error);
    });
  }

  #receiveCommand(payload: string): void {
    const command = parseCommand(payload);
    if (command === null) return;
    const { now } = this.#options;
    this.#apply(receiveCommand(this.#commands, command, now()));
    this.#runCommandsAfter(RELAY_MS);
    if (command.runUntil !== null)
      this.#runCommandsAfter(Math.max(RELAY_MS, command.runUntil - now()) + 1);
  }

  /** Runs due commands after `ms`, a day at most. */
  #runCommandsAfter(ms: number): void {
    const timer = setTimeout(
      () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        this.#apply(runCommands(this.#commands, this.#options.now(), RELAY_MS));
      },
      Math.min(ms, DAY),
    );
    this.#timers.push(timer);
  }

  #apply({ state, effects }: CommandResult): void {
    this.#commands = state;
    for (const effect of effects) this.#applyEffect(effect);
  }

  #applyEffect(effect: Effect): void {
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
      // The current state of the fan, which a later command may have changed.
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
