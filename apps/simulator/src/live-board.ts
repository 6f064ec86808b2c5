import { type DownCommand, decodeCommand } from '@granary/contract/commands/frame';
import { DAY, type Millis } from '@granary/domain/units';
import { applyBehaviors } from './behaviors/behavior.ts';
import {
  type CommandFault,
  deliverCommands,
  disruptCommands,
  dropCommands,
} from './behaviors/command-faults.ts';
import { type Fault, findNextIncident, type Incident, isStalled } from './behaviors/incidents.ts';
import { advanceBin, type SimulatedBin } from './board/bin.ts';
import {
  type BoardEffect,
  type BoardInput,
  findNextStepTime,
  type MainBoardState,
  stepBoard,
} from './board/main-board.ts';
import type { BinModel } from './board/model.ts';
import { hashText } from './board/random.ts';
import { type BoardConnection, connectBoard } from './connection.ts';
import type { DemoBoard } from './demo/farm.ts';
import type { Frame } from './frame.ts';
import {
  createFanReportFrame,
  createFrameBehaviors,
  createReadingFrame,
  createTimerFanFrame,
  formatBoardTime,
} from './history.ts';

/** How long a command takes over the radio from the main board to a bin's station. */
const RELAY_MS = 300;
/** How many unacknowledged frames a board can store; later readings are lost, as on real boards. */
const MAX_STORED_FRAMES = 2_000;
const GRACE_MS = 1_000;

/** A bin and its state. */
export interface LiveBin {
  readonly model: BinModel;
  readonly state: SimulatedBin;
}

export interface LiveBoardOptions {
  readonly board: DemoBoard;
  readonly bins: readonly LiveBin[];
  readonly memory: MainBoardState;
  readonly host: string;
  readonly port: number;
  readonly key: string;
  /** The time between two reports from each bin, ms. */
  readonly intervalMs: number;
  /** How long a sleeping board listens after its last frame was acknowledged. */
  readonly listenMs: number;
  readonly faults: ReadonlySet<Fault>;
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
  #memory: MainBoardState;
  readonly #commandFault: CommandFault;
  readonly #seed: number;
  #stepTimer: NodeJS.Timeout | null = null;
  #connection: BoardConnection | null = null;
  #userCount = 0;
  #timers: NodeJS.Timeout[] = [];
  #unsentFrames: Pick<Frame, 'kind' | 'text'>[] = [];

  constructor(options: LiveBoardOptions) {
    this.#options = options;
    this.#bins = new Map(options.bins.map((bin) => [bin.model.bin.binNumber, bin]));
    this.#memory = options.memory;
    this.#commandFault = chooseCommandFault(options);
    this.#seed = hashText(options.board.mainBoardId);
  }

  get mainBoardId(): string {
    return this.#options.board.mainBoardId;
  }

  get memory(): MainBoardState {
    return this.#memory;
  }

  /** The bins and their states, or null while a frame is not acknowledged. */
  listAcknowledgedBins(): readonly LiveBin[] | null {
    const unacknowledgedCount = this.#unsentFrames.length + (this.#connection?.countPending() ?? 0);
    return unacknowledgedCount === 0 ? [...this.#bins.values()] : null;
  }

  /** Starts reporting, with the first reports at once. */
  start(): void {
    const { board, intervalMs } = this.#options;
    this.#scheduleStep();
    this.#scheduleIncident();
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
    this.#userCount++;
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  /** Closes the connection if it has no other user, once all frames are acknowledged. */
  release(): void {
    this.#userCount--;
    void this.#closeIfUnused();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#stepTimer !== null) clearTimeout(this.#stepTimer);
    this.#timers = [];
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close(GRACE_MS);
  }

  async #closeIfUnused(): Promise<void> {
    const connection = this.#connection;
    await connection?.waitForWindow(1);
    if (this.#userCount > 0 || connection === null || this.#connection !== connection) return;
    this.#connection = null;
    await connection.close(0);
  }

  #connect(): BoardConnection {
    const { host, port, key, faults, now, onError } = this.#options;
    const { mainBoardId } = this;
    return connectBoard(
      { host, port, mainBoardId, key },
      {
        onOnline: () => this.#sendHello(),
        onMessage: (payload) => this.#receivePayload(payload),
        onError: (error) => onError(mainBoardId, error),
        isStalled: () => faults.has('stalls') && isStalled(this.#seed, now()),
      },
    );
  }

  #sendHello(): void {
    this.#send('firmware-data', this.#formatHello());
    const unsent = this.#unsentFrames;
    this.#unsentFrames = [];
    for (const { kind, text } of unsent) this.#send(kind, text);
  }

  #formatHello(): string {
    const { board, now } = this.#options;
    return JSON.stringify({
      v: 1,
      kind: 'hello',
      date_time: formatBoardTime(board, now()),
      board_type: board.boardType,
      firmware_name: board.firmware,
      firmware_version: board.firmwareVersion,
    });
  }

  #wake(): void {
    const connection = this.acquire();
    this.#reportAll();
    void connection.waitForWindow(1).then(() =>
      this.#runAfter(this.#options.listenMs, () => {
        this.release();
      }),
    );
  }

  #runAfter(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers = this.#timers.filter((other) => other !== timer);
      act();
    }, ms);
    this.#timers.push(timer);
  }

  #reportAll(): void {
    for (const binNumber of this.#bins.keys()) this.#report(binNumber);
  }

  #report(binNumber: number, commandId?: string): void {
    const bin = this.#bins.get(binNumber);
    if (bin === undefined) return;
    const { model, state } = bin;
    const next = advanceBin(model, state, this.#options.now());
    this.#bins.set(binNumber, { model, state: next });
    const reportedModel = applyAddresses(model, this.#memory.addresses);
    const frames: Frame[] = [createReadingFrame(reportedModel, next, commandId)];
    if (next.fan.isOn !== state.fan.isOn) {
      frames.unshift(createTimerFanFrame(model, next.fan.isOn, next.grain.at));
    }
    for (const frame of applyBehaviors(createFrameBehaviors(model, next.grain.at), frames)) {
      this.#send(frame.kind, frame.text);
    }
  }

  /** Sends a frame, or stores it until the board is awake again. */
  #send(kind: Frame['kind'], text: string): void {
    const connection = this.#connection;
    if ((connection?.countPending() ?? this.#unsentFrames.length) >= MAX_STORED_FRAMES) return;
    if (connection === null) {
      this.#unsentFrames.push({ kind, text });
      return;
    }
    connection.send(kind, text).catch((error: Error) => {
      this.#options.onError(this.mainBoardId, error);
    });
  }

  #receivePayload(payload: string): void {
    const command = decodeCommand(payload);
    if (command === null) return;
    for (const ms of this.#commandFault(payload)) {
      if (ms === 0) this.step({ kind: 'command', command });
      else this.#runAfter(ms, () => this.step({ kind: 'command', command }));
    }
  }

  /** Applies an input to the board. */
  step(input: BoardInput): void {
    const { state, effects } = stepBoard(this.#memory, input, this.#options.now(), RELAY_MS);
    this.#memory = state;
    for (const effect of effects) this.#applyEffect(effect);
    this.#scheduleStep();
  }

  /** Schedules the board's next step, at most a day ahead. */
  #scheduleStep(): void {
    if (this.#stepTimer !== null) clearTimeout(this.#stepTimer);
    const at = findNextStepTime(this.#memory, RELAY_MS);
    this.#stepTimer = null;
    if (at === null) return;
    const ms = Math.min(Math.max(0, at - this.#options.now()) + 1, DAY);
    this.#stepTimer = setTimeout(() => this.step({ kind: 'time' }), ms);
  }

  /** Schedules the next incident. */
  #scheduleIncident(): void {
    const { faults, now } = this.#options;
    const incident = findNextIncident(this.#seed, faults, now());
    if (incident === null) return;
    this.#runAfter(incident.at - now(), () => {
      this.#applyIncident(incident);
      this.#scheduleIncident();
    });
  }

  #applyIncident({ kind, randomNumber }: Incident): void {
    if (kind === 'power') {
      this.step({ kind: 'power-outage' });
      return;
    }
    const bins = [...this.#bins.values()].filter(({ model }) => model.bin.fan !== null);
    const bin = bins[randomNumber % bins.length];
    if (bin === undefined) return;
    const { binNumber } = bin.model.bin;
    this.step({ kind: 'switch', binNumber, isOn: !bin.state.fan.isOn });
  }

  #applyEffect(effect: BoardEffect): void {
    switch (effect.kind) {
      case 'set-fan':
        this.#setFan(effect.binNumber, effect.isOn);
        break;
      case 'reading':
        this.#report(effect.binNumber, effect.commandId);
        break;
      case 'fan-report': {
        const bin = this.#bins.get(effect.binNumber);
        if (bin === undefined) return;
        // A fan that no command has ever set follows its plan.
        const { isOn } = bin.state.fan;
        const at = this.#options.now();
        this.#send('fan-data', createFanReportFrame(bin.model, { ...effect, isOn }, at).text);
        break;
      }
      case 'completed':
        this.#sendResult(effect.command);
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

  #sendResult({ binNumber, commandId }: DownCommand): void {
    const result = {
      v: 1,
      kind: 'config',
      date_time: formatBoardTime(this.#options.board, this.#options.now()),
      bin_number: binNumber,
      command_id: commandId,
      status: 'completed',
    };
    this.#send('firmware-data', JSON.stringify(result));
  }
}

/** Replaces a model's cable addresses with those that commands set. */
function applyAddresses(model: BinModel, addresses: MainBoardState['addresses']): BinModel {
  const { bin } = model;
  const cables = bin.cables.map((cable) => ({
    ...cable,
    cableId: addresses[`${bin.binNumber}/${cable.cableId}`] ?? cable.cableId,
  }));
  return { ...model, bin: { ...bin, cables } };
}

function chooseCommandFault({ faults, bins }: LiveBoardOptions): CommandFault {
  if (faults.has('no-answer')) return dropCommands;
  const faultyBin = bins.find(({ model }) => model.hasNetworkFaults);
  return faultyBin === undefined ? deliverCommands : disruptCommands(faultyBin.model.seed);
}
