import { type DownCommand, decodeCommand, encodeCommand } from '@granary/contract/commands/frame';
import { applyAnswer, findOverride, mustRepeatOff } from '@granary/domain/commands/answer';
import {
  type Command,
  type CommandState,
  type ControlType,
  isOpen,
  isStart,
  nextSeq,
} from '@granary/domain/commands/command';
import { type BoardMode, calculateExpiry } from '@granary/domain/commands/expiry';
import {
  findStartBlock,
  isClockRight,
  LISTENING_MS,
  PUBACK_MS,
  planRelease,
} from '@granary/domain/commands/release';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import {
  type BoardEffect,
  type BoardInput,
  type FanReport,
  NEW_MAIN_BOARD,
  stepBoard,
} from '../../src/board/main-board.ts';
import { CommandChecks } from './command-checks.ts';
import { PeopleInside, type Person } from './people-inside.ts';
import { NOTHING_STORED, type Stored } from './simulated-store.ts';

const START = millis(1_760_000_000_000);
const RELAY_MS = 300;
const WAKE_MS = 60 * SECOND;
const RECONNECT_MS = 3 * SECOND;
export const BINS = [1, 2] as const;

/** What a board sends; it is repeated until the server stored it. */
type Upward =
  | { readonly kind: 'reading'; readonly binNumber: number }
  | { readonly kind: 'fan'; readonly report: FanReport };

class Session {
  readonly down: { readonly payload: string; readonly at: Millis }[] = [];
  inFlightSince: Millis | null = null;
  isStalled = false;
  constructor(readonly connectedAt: Millis) {}
}

/**
 * A server, a board and the connection between them, in virtual time. The decisions are those of the
 * product; the storage and the network are simple models that break in every way the test asks for.
 */
export class CommandSimulation {
  now: Millis = START;
  private readonly checks = new CommandChecks();
  private stored: Stored = NOTHING_STORED;
  private backup: Stored = this.stored;
  private board = NEW_MAIN_BOARD;
  private readonly fans = new Map<number, boolean>();
  private session: Session | null = null;
  private connectsAt: Millis = START;
  private acknowledgedAt: Millis = START;
  private lastReportAt = new Map<number, Millis>();
  private outbox: Upward[] = [];
  private clockOffsetMs = 0;
  private isUnresponsive = false;
  private ids = 0;
  private readonly allCommands = new Map<string, Command>();
  /** By bin: when it was last reported that someone turned the fan off; not in a backup. */
  private readonly turnedOffAt = new Map<number, Millis>();
  private readonly people = new PeopleInside();

  constructor(private readonly mode: BoardMode) {}

  /** What must never happen, and did. */
  get violations(): readonly string[] {
    return this.checks.violations;
  }

  isFanOn(binNumber: number): boolean {
    return this.fans.get(binNumber) ?? false;
  }

  newestState(binNumber: number): CommandState | null {
    return this.newest(binNumber)?.state ?? null;
  }

  /** A person, the schedule or automatic control wants a fan on or off. */
  request(
    binNumber: number,
    isOn: boolean,
    runForS: number | null,
    controlType: ControlType,
  ): void {
    const { stored, now } = this;
    if (isOn && findStartBlock(this.blocks(binNumber), controlType) !== null) return;
    for (const old of stored.commands) {
      if (old.binId === binNumber && isOpen(old.state)) this.update(old, { state: 'superseded' });
    }
    const seqs = this.stored.commands.flatMap((c) => (c.binId === binNumber ? c.seq : []));
    const command: Command = {
      id: `c${++this.ids}`,
      binId: binNumber,
      binNumber,
      instruction: { kind: 'fan', isOn, runForS: isOn ? runForS : null },
      controlType,
      seq: nextSeq(seqs.length === 0 ? null : Math.max(...seqs), now),
      state: 'queued',
      queuedAt: now,
      expiresAt: calculateExpiry(now, this.mode, {
        lastReadAt: this.lastReportAt.get(binNumber) ?? null,
        usualIntervalMs: WAKE_MS,
      }),
      attempts: 0,
      sentAt: null,
      confirmedAt: null,
      failure: null,
    };
    this.allCommands.set(command.id, command);
    this.stored = { ...this.stored, commands: [...this.stored.commands, command] };
  }

  openEntry(binNumber: number, person: Person): void {
    this.people.enter(binNumber, person);
    const entries = [...this.stored.entries, { binId: binNumber, person }];
    this.stored = { ...this.stored, entries };
    this.request(binNumber, false, null, 'manual');
  }

  closeEntry(binNumber: number, person: Person): void {
    this.people.leave(binNumber, person);
    const entries = this.stored.entries.filter(
      (entry) => entry.binId !== binNumber || entry.person !== person,
    );
    this.stored = { ...this.stored, entries };
  }

  resume(binNumber: number): void {
    this.people.resumed(binNumber);
    const held = new Set(this.stored.held);
    if (!this.stored.locked.has(binNumber)) held.delete(binNumber);
    this.stored = { ...this.stored, held };
  }

  atBin(input: BoardInput): void {
    this.checks.recordAtBin(input);
    this.step(input);
  }

  stall(): void {
    if (this.session) this.session.isStalled = true;
  }

  /** The connection breaks; what was on its way is lost. */
  breakConnection(): void {
    this.session = null;
    this.connectsAt = millis(this.now + RECONNECT_MS);
  }

  /** The board receives commands and acknowledges them, but does nothing and answers nothing. */
  setUnresponsive(isUnresponsive: boolean): void {
    this.isUnresponsive = isUnresponsive;
  }

  jumpClock(ms: number): void {
    this.clockOffsetMs = ms;
  }

  /** The server restarts: it forgets what is not stored. */
  restart(): void {
    this.breakConnection();
    this.lastReportAt = new Map();
  }

  takeBackup(): void {
    this.backup = this.stored;
  }

  /** Restores the backup: open commands of the past end, and every schedule is on hold. */
  restore(): void {
    this.stored = { ...this.backup, held: new Set(BINS) };
    this.people.restored(BINS);
    for (const command of this.stored.commands) {
      if (command.state === 'queued') this.update(command, { state: 'expired' });
      if (command.state === 'released')
        this.update(command, { state: 'failed', failure: 'no-answer' });
    }
    this.restart();
  }

  /** A command that was sent before arrives, late or again. */
  deliverAgain(howMany: number): void {
    const last = [...this.allCommands.values()].filter(({ attempts }) => attempts > 0).at(-howMany);
    if (last === undefined || this.session === null) return;
    const ttlS = Math.floor((last.expiresAt - this.now) / SECOND);
    if (ttlS > 0) this.session.down.push({ payload: this.encode(last, ttlS), at: this.now });
  }

  advance(ms: number): void {
    for (let rest = ms; rest > 0; rest -= SECOND) {
      this.now = millis(this.now + SECOND);
      this.tick();
    }
  }

  private tick(): void {
    this.connect();
    this.deliver();
    this.step({ kind: 'time' });
    this.sendUp();
    const { session } = this;
    if (session?.inFlightSince != null && this.now - session.inFlightSince >= PUBACK_MS) {
      this.breakConnection();
    }
    this.release();
    this.checks.runTimes(this.now, (binNumber) => this.isFanOn(binNumber));
  }

  private connect(): void {
    const isAwake =
      this.mode === 'realtime' ||
      this.now % WAKE_MS < 2 * SECOND ||
      this.now - this.acknowledgedAt < LISTENING_MS;
    if (!isAwake) {
      this.session = null;
      return;
    }
    if (this.session === null && this.now >= this.connectsAt) {
      this.session = new Session(this.now);
      this.lastReportAt = new Map();
      this.outbox.push(...BINS.map((binNumber) => ({ kind: 'reading', binNumber }) as const));
    }
  }

  private deliver(): void {
    const { session } = this;
    if (session === null || session.isStalled) return;
    for (const { payload } of session.down.splice(0)) {
      const command = decodeCommand(payload);
      if (command === null) throw new Error('the board cannot decode its command');
      if (!this.isUnresponsive) this.receive(command);
      session.inFlightSince = null;
    }
  }

  private receive(command: DownCommand): void {
    const sent = this.allCommands.get(command.commandId);
    if (sent === undefined) throw new Error('an unknown command was received');
    this.checks.recordReceived(sent);
    this.step({ kind: 'command', command });
  }

  private sendUp(): void {
    if (this.session === null || this.session.isStalled) return;
    for (const message of this.outbox.splice(0)) this.store(message);
  }

  private store(message: Upward): void {
    this.acknowledgedAt = this.now;
    if (message.kind === 'reading') {
      this.lastReportAt.set(message.binNumber, this.now);
      const newest = this.newest(message.binNumber);
      const switchedAt = this.stored.switchedAt.get(message.binNumber) ?? null;
      if (newest !== null && mustRepeatOff(newest, this.now, switchedAt)) {
        this.request(message.binNumber, false, null, 'manual');
      }
      return;
    }
    const { report } = message;
    const { binNumber, isLocked, commandId } = report;
    this.lastReportAt.set(binNumber, this.now);
    const { locked, held, switchedAt } = this.stored;
    const isSwitch = report.by === 'switch' && commandId === null;
    const without = new Set([...locked].filter((bin) => bin !== binNumber));
    this.stored = {
      ...this.stored,
      locked: isLocked ? without.add(binNumber) : without,
      held: isSwitch || isLocked ? new Set(held).add(binNumber) : held,
      switchedAt: isSwitch ? new Map(switchedAt).set(binNumber, this.now) : switchedAt,
    };
    if (isSwitch && !report.isOn) this.turnedOffAt.set(binNumber, this.now);
    this.applyReport(report, isSwitch);
  }

  private applyReport(report: FanReport, isSwitched: boolean): void {
    const { binNumber, commandId } = report;
    const command = this.stored.commands.find(({ id }) => id === commandId);
    if (command !== undefined) this.applyAnswer(command, report);
    for (const open of this.stored.commands) {
      const end = open.binId === binNumber ? findOverride(open, { ...report, isSwitched }) : null;
      if (end !== null) this.update(open, end);
    }
  }

  private applyAnswer(command: Command, report: FanReport): void {
    const effect = applyAnswer(command, { ...report, kind: 'fan' });
    if (effect?.kind === 'confirm') {
      this.update(command, { state: 'confirmed', confirmedAt: this.now });
    }
    if (effect?.kind === 'confirm-late') this.update(command, { confirmedAt: this.now });
    if (effect?.kind === 'fail') this.update(command, { state: 'failed', failure: effect.failure });
  }

  private release(): void {
    if (!isClockRight(millis(this.now + this.clockOffsetMs), this.now)) return;
    for (;;) {
      const { session } = this;
      const open = this.stored.commands.filter(({ state }) => isOpen(state));
      const step = planRelease(open, {
        now: this.now,
        mode: this.mode,
        canSend: session !== null && session.inFlightSince === null,
        subscribedAt: session?.connectedAt ?? null,
        lastReportAt: this.lastReportAt,
        blocks: (binId) => this.blocks(binId),
        lastStartAt: (binId) => this.lastStartAt(binId),
      });
      if (step === null) return;
      const { command } = step;
      if (step.kind === 'expire') this.update(command, { state: 'expired' });
      else if (step.kind === 'cancel') this.update(command, { state: 'cancelled' });
      else if (step.kind === 'fail') {
        this.update(command, { state: 'failed', failure: step.failure });
      } else if (session !== null) {
        const { binId } = command;
        this.checks.sent(command, this.now, {
          ...this.blocks(binId),
          lastStartAt: this.lastStartAt(binId),
          turnedOffAt: this.turnedOffAt.get(binId) ?? null,
          ...this.people.dangerAt(binId),
        });
        const attempts = command.attempts + 1;
        this.update(command, { state: 'released', attempts, sentAt: this.now });
        session.down.push({ payload: this.encode(command, step.ttlS), at: this.now });
        session.inFlightSince = this.now;
      }
    }
  }

  private step(input: BoardInput): void {
    const { state, effects } = stepBoard(this.board, input, this.now, RELAY_MS);
    const before = this.board;
    this.board = state;
    const isCommand = input.kind === 'command' || input.kind === 'time';
    for (const effect of effects) {
      if (effect.kind === 'set-fan') {
        this.fans.set(effect.binNumber, effect.isOn);
        this.checks.turned(effect.binNumber);
      }
      if (effect.kind === 'fan-report') this.outbox.push({ kind: 'fan', report: effect });
    }
    if (isCommand && state !== before) this.checkEffects(effects);
  }

  private checkEffects(effects: readonly BoardEffect[]): void {
    effects.forEach((effect, i) => {
      const report = effects[i + 1];
      if (effect.kind !== 'set-fan' || report?.kind !== 'fan-report') return;
      if (report.by !== 'command' || report.commandId === null) return;
      const command = this.allCommands.get(report.commandId);
      if (command === undefined) throw new Error('an unknown command was executed');
      const { binNumber, isOn } = effect;
      const isLocked = this.board.locked.includes(binNumber);
      this.checks.executedBy(command, { now: this.now, binNumber, isOn, isLocked });
    });
  }

  private update(command: Command, changes: Partial<Command>): void {
    if (changes.state !== undefined) this.checks.changed(command, changes.state);
    const next = { ...command, ...changes };
    this.allCommands.set(command.id, next);
    const commands = this.stored.commands.map((each) => (each.id === command.id ? next : each));
    this.stored = { ...this.stored, commands };
  }

  private newest(binNumber: number): Command | null {
    return this.stored.commands.filter(({ binId }) => binId === binNumber).at(-1) ?? null;
  }

  private blocks(binId: number) {
    const { held, locked, entries } = this.stored;
    return {
      isHeld: held.has(binId),
      isLocked: locked.has(binId),
      hasEntrySession: entries.some((entry) => entry.binId === binId),
    };
  }

  private lastStartAt(binId: number): Millis | null {
    const times = this.stored.commands.flatMap((command) =>
      command.binId !== binId && isStart(command) ? (command.sentAt ?? []) : [],
    );
    return times.length === 0 ? null : millis(Math.max(...times));
  }

  private encode(command: Command, ttlS: number): string {
    const { id: commandId, seq, binNumber, instruction, queuedAt } = command;
    return encodeCommand({ commandId, seq, binNumber, instruction, issuedAt: queuedAt, ttlS });
  }
}
