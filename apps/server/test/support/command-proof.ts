import { setTimeout as pause } from 'node:timers/promises';
import { type DownCommand, decodeCommand } from '@granary/contract/commands/frame';
import type { CommandState } from '@granary/domain/commands/command';
import { type Millis, millis } from '@granary/domain/units';
import {
  type BoardEffect,
  type BoardInput,
  findNextStepTime,
  type MainBoardState,
  NEW_MAIN_BOARD,
  stepBoard,
} from '@granary/simulator/board/main-board';
import { type BoardConnection, connectBoard } from '@granary/simulator/connection';
import type { LoadBoard } from '@granary/simulator/load';
import { callLocally, signInLocally } from './local-request.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface CommandKillOptions extends ServerProcessOptions {
  /** The number of kills at each moment. */
  readonly kills: number;
  readonly moments: readonly KillMoment[];
  /**
   * Whether a second server on the same database survives: it takes the requests, and the killed server's
   * board reconnects to it.
   */
  readonly hasSurvivor?: boolean;
  readonly print: (line: string) => void;
}

/**
 * When the server is killed: while a command waits for its board, when the board has received it, when
 * the board has executed it, when the answer is stored, or at a random time.
 */
export const killMoments = ['queued', 'released', 'executed', 'confirmed', 'random'] as const;
export type KillMoment = (typeof killMoments)[number];

export interface CommandKillFigures {
  readonly kills: number;
  /** Commands that boards executed. */
  readonly executed: number;
  /** Commands that a board executed more than once. */
  readonly repeated: number;
  /** Commands that a board executed after they expired. */
  readonly late: number;
  /** Rounds after which the fan's state differs from the last request. */
  readonly missed: number;
  /** Rounds after which the page does not show the board's actual state. */
  readonly mismatches: readonly string[];
  /** Time from each kill until the command was answered, ms. */
  readonly answerTimes: readonly number[];
}

const ADMIN = { email: 'admin@proof.example', password: 'thirteen herons' };
const POLL_MS = 20;
/** A command without an answer is sent again after 30 s. */
const ANSWER_TIMEOUT_MS = 120_000;
const MAX_DELAY_MS = 500;

/** Kills a server while commands are in different states, and checks what its board did. */
export async function proveCommands(options: CommandKillOptions): Promise<CommandKillFigures> {
  const server = await ServerProcess.create(options);
  let survivor: ServerProcess | null = null;
  try {
    await server.start();
    if (options.hasSurvivor) {
      const env = { DATABASE_URL: await server.findDatabaseUrl() };
      survivor = await ServerProcess.create({ form: options.form, env });
      await survivor.start();
    }
    const { boards, binIds } = await addBoards(server, 'commanded', 1);
    const [board] = boards;
    if (board === undefined) throw new Error('No board was added.');
    const binId = binIds.get(board.mainBoardId) ?? 0;
    await attachFan(server, binId);
    const apiServer = survivor ?? server;
    const token = await signInLocally(apiServer.url, ADMIN);
    return await killAtMoments(new TestBoard(board), options, {
      server,
      apiServer,
      token,
      binId,
    });
  } finally {
    await survivor?.dispose();
    await server.dispose();
  }
}

async function attachFan(server: ServerProcess, binId: number): Promise<void> {
  const { db, dispose } = await server.openDatabase();
  await db
    .updateTable('bins')
    .set({ fanAttached: true, firmwareName: 'realtime' })
    .where('id', '=', binId)
    .execute();
  await dispose();
}

interface CommandSetup {
  /** The server that is killed; the board connects to it at the start of each round. */
  readonly server: ServerProcess;
  /** The server that takes the requests and shows the fan: the same, or one that survives. */
  readonly apiServer: ServerProcess;
  readonly token: string;
  readonly binId: number;
}

async function killAtMoments(
  board: TestBoard,
  { kills, moments, print }: CommandKillOptions,
  setup: CommandSetup,
): Promise<CommandKillFigures> {
  const rounds = Array.from({ length: kills }, () => moments).flat();
  const mismatches: string[] = [];
  const answerTimes: number[] = [];
  const { server, apiServer } = setup;
  let missed = 0;
  for (const [index, moment] of rounds.entries()) {
    const wanted = index % 2 === 0 ? 'on' : 'off';
    board.connect(server.mqttPort);
    const killedAt = await killAt(moment, board, setup, wanted);
    if (server === apiServer) await server.start();
    else await board.close();
    board.connect(apiServer.mqttPort);
    board.resume();
    const shownFan = await waitForAnswer(setup);
    answerTimes.push(performance.now() - killedAt);
    print(`kill ${index + 1}, ${moment}: answered in ${Math.round(answerTimes.at(-1) ?? 0)} ms`);
    if (board.fan !== wanted) missed++;
    const matchesBoard =
      shownFan.reported_fan_status === board.fan && shownFan.verified_by_main_board;
    if (!matchesBoard) mismatches.push(`${moment}: ${board.fan}, ${JSON.stringify(shownFan)}`);
    if (server === apiServer) continue;
    await board.close();
    await server.start();
  }
  await board.close();
  const counts = [...board.executed.values()];
  return {
    kills: rounds.length,
    executed: counts.length,
    repeated: counts.filter((count) => count > 1).length,
    late: board.late,
    missed,
    mismatches,
    answerTimes,
  };
}

/**
 * Requests that the fan be turned on or off, and kills the server at the given moment; returns the time of
 * the kill.
 */
async function killAt(
  moment: KillMoment,
  board: TestBoard,
  setup: CommandSetup,
  wanted: 'on' | 'off',
): Promise<number> {
  const { server } = setup;
  if (moment === 'queued') await board.close();
  if (moment === 'released') board.hold('commands');
  if (moment === 'executed') board.hold('reports');
  const holdStarted = board.waitUntilHeld();
  await requestFan(setup, wanted);
  switch (moment) {
    case 'queued':
      break;
    case 'released':
    case 'executed':
      await holdStarted;
      break;
    case 'confirmed':
      while ((await fetchDetails(setup)).outcome !== 'confirmed') await pause(POLL_MS);
      break;
    case 'random':
      await pause(Math.random() * MAX_DELAY_MS);
  }
  await server.kill();
  return performance.now();
}

async function requestFan(
  { apiServer, token, binId }: CommandSetup,
  wanted: 'on' | 'off',
): Promise<void> {
  const body = JSON.stringify({
    bin_id: String(binId),
    fan_status_after_releasing_command: wanted,
  });
  const url = `${apiServer.url}/api/boardCommands/addCommandForSingleBin`;
  const { status, text } = await callLocally(url, { token, body });
  if (status !== 200) throw new Error(text);
}

/** The state that the fan page shows. */
interface ShownFan {
  readonly outcome: CommandState | null;
  readonly reported_fan_status: 'on' | 'off' | null;
  readonly verified_by_main_board: boolean;
}

async function fetchDetails({ apiServer, token, binId }: CommandSetup): Promise<ShownFan> {
  const url = `${apiServer.url}/api/boardCommands/details?bin_id=${binId}`;
  const { status, text } = await callLocally(url, { token });
  if (status !== 200) throw new Error(text);
  return (JSON.parse(text) as { readonly RESP_MSG: ShownFan }).RESP_MSG;
}

/** Waits until the last command is answered, or can no longer be answered. */
async function waitForAnswer(setup: CommandSetup): Promise<ShownFan> {
  const until = performance.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    const shown = await fetchDetails(setup);
    const isOpen = shown.outcome === 'queued' || shown.outcome === 'released';
    if (!isOpen || performance.now() > until) return shown;
    await pause(POLL_MS);
  }
}

/** How long a command takes over the radio. */
const RELAY_MS = 20;

/** A realtime board with one fan; its commands and reports can be held back. */
class TestBoard {
  /** The number of times the board executed each command, by command ID. */
  readonly executed = new Map<string, number>();
  late = 0;
  fan: 'on' | 'off' | null = null;
  private state: MainBoardState = NEW_MAIN_BOARD;
  private connection: BoardConnection | null = null;
  private heldKind: 'commands' | 'reports' | null = null;
  private readonly heldActions: (() => void)[] = [];
  private onHeld = () => {};
  private readonly expiries = new Map<string, number>();

  constructor(private readonly board: LoadBoard) {}

  connect(port: number): void {
    const { mainBoardId, key } = this.board;
    this.connection ??= connectBoard(
      { host: '127.0.0.1', port, mainBoardId, key },
      {
        onOnline: () => this.send('firmware-data', { kind: 'hello', firmware_name: 'realtime' }),
        onMessage: (payload) => this.receive(decodeCommand(payload)),
        // A killed server ends the connection.
        onError: () => {},
      },
    );
  }

  async close(): Promise<void> {
    const { connection } = this;
    this.connection = null;
    await connection?.close(0);
  }

  /** Holds back all later commands or reports until `resume` is called. */
  hold(messageKind: 'commands' | 'reports'): void {
    this.heldKind = messageKind;
  }

  /** Resolves when a command or report is held back. */
  waitUntilHeld(): Promise<void> {
    return new Promise((resolve) => {
      this.onHeld = resolve;
    });
  }

  resume(): void {
    this.heldKind = null;
    for (const act of this.heldActions.splice(0)) act();
  }

  private receive(command: DownCommand | null): void {
    if (command === null) return;
    const { commandId, ttlS } = command;
    this.expiries.set(commandId, performance.now() + ttlS * 1000);
    this.runUnlessHeld('commands', () => this.step({ kind: 'command', command }));
  }

  private step(input: BoardInput): void {
    const now = millis(Math.round(performance.now()));
    const { state, effects } = stepBoard(this.state, input, now, RELAY_MS);
    this.state = state;
    for (const effect of effects) this.apply(effect, input);
    this.scheduleStep(now);
  }

  private scheduleStep(now: Millis): void {
    const at = findNextStepTime(this.state, RELAY_MS);
    if (at !== null) setTimeout(() => this.step({ kind: 'time' }), Math.max(0, at - now) + 1);
  }

  private apply(effect: BoardEffect, input: BoardInput): void {
    if (effect.kind === 'set-fan') this.fan = effect.isOn ? 'on' : 'off';
    if (effect.kind !== 'fan-report') return;
    const { commandId, isOn, cause, eventId, isLocked } = effect;
    // A repeated command is answered again when it is received, but never executed again.
    if (commandId !== null && input.kind === 'time') this.countExecution(commandId);
    const report = { fan: isOn ? 'on' : 'off', by: cause, event_id: eventId, lockout: isLocked };
    this.runUnlessHeld('reports', () =>
      this.send('fan-data', { ...report, ...(commandId !== null && { command_id: commandId }) }),
    );
  }

  private countExecution(commandId: string): void {
    this.executed.set(commandId, (this.executed.get(commandId) ?? 0) + 1);
    if (performance.now() > (this.expiries.get(commandId) ?? 0) + 15_000) this.late++;
  }

  private runUnlessHeld(messageKind: 'commands' | 'reports', act: () => void): void {
    if (this.heldKind !== messageKind) {
      act();
      return;
    }
    this.heldActions.push(act);
    this.onHeld();
  }

  private send(kind: 'fan-data' | 'firmware-data', content: object): void {
    const frame = { v: 1, bin_number: 1, date_time: new Date().toISOString(), ...content };
    // A message that is not acknowledged before the connection closes is lost, as on a board without memory.
    this.connection?.send(kind, JSON.stringify(frame)).catch(() => {});
  }
}
