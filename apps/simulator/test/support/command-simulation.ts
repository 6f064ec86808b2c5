import { type DownCommand, decodeCommand, encodeCommand } from '@granary/contract/commands/frame';
import { applyAnswer, findOverride, mustRepeatOff } from '@granary/domain/commands/answer';
import {
  type Command,
  type CommandState,
  type ControlType,
  isOpen,
} from '@granary/domain/commands/command';
import { type BoardMode, calculateExpiry } from '@granary/domain/commands/expiry';
import {
  findStartBlock,
  isClockInSync,
  LISTENING_MS,
  PUBACK_TIMEOUT_MS,
  planClockSetBack,
  planRelease,
  type ReleaseStep,
} from '@granary/domain/commands/release';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import {
  type BoardEffect,
  type BoardInput,
  type FanReport,
  findNextStepTime,
  NEW_MAIN_BOARD,
  stepBoard,
} from '../../src/board/main-board.ts';
import { CommandChecks } from './command-checks.ts';
import { PeopleInside, type Person } from './people-inside.ts';
import { SimulatedStore } from './simulated-store.ts';

const START = millis(1_760_000_000_000);
const RELAY_MS = 300;
const WAKE_MS = 60 * SECOND;
const RECONNECT_MS = 3 * SECOND;
export const BINS = [1, 2] as const;

/** A message that a board repeats until the server has stored it. */
type UpMessage =
  | { readonly kind: 'reading'; readonly binNumber: number }
  | { readonly kind: 'fan'; readonly report: FanReport };

class Session {
  readonly downMessages: { readonly payload: string; readonly at: Millis }[] = [];
  inFlightSince: Millis | null = null;
  isStalled = false;
  constructor(readonly connectedAt: Millis) {}
}

/**
 * A server, a board and the connection between them, in virtual time. The decisions use the product's code;
 * the storage and the network are simple models that fail in every way that the test requests.
 */
export class CommandSimulation {
  /** The true time; the clocks of the database and the server's process can differ from it. */
  now: Millis = START;
  private databaseOffsetMs = 0;
  private processOffsetMs = 0;
  private readonly checks = new CommandChecks();
  private readonly stored = new SimulatedStore(this.checks);
  private board = NEW_MAIN_BOARD;
  private readonly fans = new Map<number, boolean>();
  private session: Session | null = null;
  private connectsAt: Millis = START;
  private acknowledgedAt: Millis = START;
  private lastReportAt = new Map<number, Millis>();
  private outbox: UpMessage[] = [];
  private isUnresponsive = false;
  private lastId = 0;
  private readonly people = new PeopleInside();

  constructor(private readonly mode: BoardMode) {}

  /** Returns the violations of the rules for commands. */
  get violations(): readonly string[] {
    return this.checks.violations;
  }

  isFanOn(binNumber: number): boolean {
    return this.fans.get(binNumber) ?? false;
  }

  findNewestState(binNumber: number): CommandState | null {
    return this.stored.findNewest(binNumber)?.state ?? null;
  }

  /** Requests that a fan be turned on or off on behalf of a person, the schedule or automatic control. */
  request(
    binNumber: number,
    isOn: boolean,
    runForS: number | null,
    controlType: ControlType,
  ): void {
    const { stored, databaseNow: now } = this;
    if (isOn && findStartBlock(stored.getBlocks(binNumber), controlType) !== null) return;
    for (const earlierCommand of stored.listCommands(binNumber)) {
      if (isOpen(earlierCommand.state)) stored.update(earlierCommand, { state: 'superseded' });
    }
    const command: Command = {
      id: `c${++this.lastId}`,
      binId: binNumber,
      binNumber,
      instruction: { kind: 'fan', isOn, runForS: isOn ? runForS : null },
      controlType,
      seq: stored.nextSeq(binNumber, now),
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
    this.checks.recordRequest(command, this.now);
    stored.add(command);
  }

  openEntry(binNumber: number, person: Person): void {
    this.people.enter(binNumber, person);
    this.stored.enter(binNumber, person);
    this.request(binNumber, false, null, 'manual');
  }

  closeEntry(binNumber: number, person: Person): void {
    this.people.leave(binNumber, person);
    this.stored.leave(binNumber, person);
  }

  resume(binNumber: number): void {
    this.people.recordResume(binNumber);
    this.stored.resume(binNumber);
  }

  applyInput(input: BoardInput): void {
    this.checks.recordBoardInput(input);
    this.step(input);
  }

  stall(): void {
    if (this.session) this.session.isStalled = true;
  }

  /** Breaks the connection; messages in transit are lost. */
  breakConnection(): void {
    this.session = null;
    this.connectsAt = millis(this.now + RECONNECT_MS);
  }

  /** Sets whether the board acknowledges commands without executing or answering them. */
  setUnresponsive(isUnresponsive: boolean): void {
    this.isUnresponsive = isUnresponsive;
  }

  /** Sets the offset of the server process's clock, ms. */
  setProcessClockOffset(ms: number): void {
    this.processOffsetMs = ms;
  }

  /** Sets the offset of the database clock, ms. */
  setDatabaseClockOffset(ms: number): void {
    this.checks.shiftDatabaseClock(this.stored.commands, ms - this.databaseOffsetMs);
    this.databaseOffsetMs = ms;
  }

  private get databaseNow(): Millis {
    return millis(this.now + this.databaseOffsetMs);
  }

  /** Restarts the server, which forgets everything that is not stored. */
  restart(): void {
    this.breakConnection();
    this.lastReportAt = new Map();
  }

  takeBackup(): void {
    this.stored.takeBackup();
  }

  /**
   * Restores the backup on a machine whose clock is correct: the backup's open commands end, and every
   * schedule is put on hold.
   */
  restore(): void {
    this.setDatabaseClockOffset(0);
    this.stored.restore(BINS);
    this.people.recordRestore(BINS);
    this.checks.recordRestore();
    this.restart();
  }

  /** Delivers a command that has already been sent, either late or for a second time. */
  redeliver(nthLast: number): void {
    const sentCommand = this.stored.listSentCommands().at(-nthLast);
    if (sentCommand === undefined || this.session === null) return;
    const ttlS = Math.floor((this.checks.findDeadline(sentCommand) - this.now) / SECOND);
    if (ttlS > 0)
      this.session.downMessages.push({ payload: this.encode(sentCommand, ttlS), at: this.now });
  }

  advance(ms: number): void {
    for (let remainingMs = ms; remainingMs > 0; remainingMs -= SECOND) {
      this.now = millis(this.now + SECOND);
      this.tick();
    }
  }

  private tick(): void {
    this.connect();
    this.deliver();
    const stepAt = findNextStepTime(this.board, RELAY_MS);
    if (stepAt !== null && stepAt <= this.now) this.step({ kind: 'time' });
    this.sendOutbox();
    const { session } = this;
    if (session?.inFlightSince != null && this.now - session.inFlightSince >= PUBACK_TIMEOUT_MS) {
      this.breakConnection();
    }
    this.release();
    this.checks.checkRunTimes(this.now, (binNumber) => this.isFanOn(binNumber));
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
      this.session = new Session(this.databaseNow);
      this.lastReportAt = new Map();
      this.outbox.push(...BINS.map((binNumber) => ({ kind: 'reading', binNumber }) as const));
    }
  }

  private deliver(): void {
    const { session } = this;
    if (session === null || session.isStalled) return;
    for (const { payload } of session.downMessages.splice(0)) {
      const command = decodeCommand(payload);
      if (command === null) throw new Error('the board cannot decode its command');
      if (!this.isUnresponsive) this.receive(command);
      session.inFlightSince = null;
    }
  }

  private receive(command: DownCommand): void {
    this.checks.recordReceived(this.stored.find(command.commandId));
    this.step({ kind: 'command', command });
  }

  private sendOutbox(): void {
    if (this.session === null || this.session.isStalled) return;
    for (const message of this.outbox.splice(0)) this.store(message);
  }

  private store(message: UpMessage): void {
    this.acknowledgedAt = this.now;
    const now = this.databaseNow;
    if (message.kind === 'reading') {
      this.lastReportAt.set(message.binNumber, now);
      const newest = this.stored.findNewest(message.binNumber);
      const switchedAt = this.stored.findSwitchTime(message.binNumber);
      if (newest !== null && mustRepeatOff(newest, now, switchedAt)) {
        this.request(message.binNumber, false, null, 'manual');
      }
      return;
    }
    const { report } = message;
    const { binNumber } = report;
    this.lastReportAt.set(binNumber, now);
    const isBySwitch = report.cause === 'switch' && report.commandId === null;
    this.stored.storeReport(report, isBySwitch, now);
    if (isBySwitch && !report.isOn) this.checks.recordTurnOff(binNumber, this.now);
    this.applyReport(report, isBySwitch);
  }

  private applyReport(report: FanReport, isBySwitch: boolean): void {
    const { binNumber, commandId } = report;
    const command = this.stored.commands.find(({ id }) => id === commandId);
    if (command !== undefined) this.applyAnswer(command, report);
    for (const openCommand of this.stored.listCommands(binNumber)) {
      const end = findOverride(openCommand, { ...report, isBySwitch });
      if (end !== null) this.stored.update(openCommand, end);
    }
  }

  private applyAnswer(command: Command, report: FanReport): void {
    const effect = applyAnswer(command, { ...report, cause: report.cause, kind: 'fan' });
    if (effect?.kind === 'confirm') {
      this.stored.update(command, { state: 'confirmed', confirmedAt: this.databaseNow });
    }
    if (effect?.kind === 'confirm-late')
      this.stored.update(command, { confirmedAt: this.databaseNow });
    if (effect?.kind === 'fail')
      this.stored.update(command, { state: 'failed', failure: effect.failure });
  }

  private release(): void {
    this.checkDatabaseClock();
    const now = this.databaseNow;
    if (!isClockInSync(millis(this.now + this.processOffsetMs), now)) return;
    for (;;) {
      const { session } = this;
      const step = planRelease(this.stored.openCommands, {
        now,
        mode: this.mode,
        canSend: session !== null && session.inFlightSince === null,
        subscribedAt: session?.connectedAt ?? null,
        lastReportAt: this.lastReportAt,
        getBlocks: (binId) => this.stored.getBlocks(binId),
        getLastOtherStartAt: (binId) => this.stored.findLastStart(binId),
      });
      if (step === null) return;
      this.takeStep(step);
    }
  }

  /** Checks the database clock, as a process does every second while commands are open. */
  private checkDatabaseClock(): void {
    const { stored, databaseNow: now } = this;
    if (stored.openCommands.length === 0) return;
    if (stored.isClockSetBack(now)) {
      const steps = stored.openCommands.map(planClockSetBack);
      for (const step of steps) if (step !== null) this.takeStep(step);
      stored.resetClock(now);
    }
    stored.storeClock(now);
  }

  private takeStep(step: ReleaseStep): void {
    const { command } = step;
    switch (step.kind) {
      case 'expire':
        return this.stored.update(command, { state: 'expired', failure: step.failure });
      case 'cancel':
        return this.stored.update(command, { state: 'cancelled', failure: step.block });
      case 'fail':
        return this.stored.update(command, { state: 'failed', failure: step.failure });
      case 'send':
        return this.send(command, step.ttlS);
    }
  }

  private send(command: Command, ttlS: number): void {
    const { session } = this;
    if (session === null) throw new Error('a command was sent without a session');
    const { binId } = command;
    this.checks.checkSend(command, this.now, {
      ...this.stored.getBlocks(binId),
      ...this.people.assessDanger(binId),
    });
    const attempts = command.attempts + 1;
    this.stored.update(command, { state: 'released', attempts, sentAt: this.databaseNow });
    session.downMessages.push({ payload: this.encode(command, ttlS), at: this.now });
    session.inFlightSince = this.now;
  }

  private step(input: BoardInput): void {
    const { state, effects } = stepBoard(this.board, input, this.now, RELAY_MS);
    const before = this.board;
    this.board = state;
    const isCommand = input.kind === 'command' || input.kind === 'time';
    for (const effect of effects) {
      if (effect.kind === 'set-fan') {
        this.fans.set(effect.binNumber, effect.isOn);
        this.checks.recordFanChange(effect.binNumber);
      }
      if (effect.kind === 'fan-report') this.outbox.push({ kind: 'fan', report: effect });
    }
    if (isCommand && state !== before) this.checkEffects(effects);
  }

  private checkEffects(effects: readonly BoardEffect[]): void {
    effects.forEach((effect, i) => {
      const report = effects[i + 1];
      if (effect.kind !== 'set-fan' || report?.kind !== 'fan-report') return;
      if (report.cause !== 'command' || report.commandId === null) return;
      const command = this.stored.find(report.commandId);
      const { binNumber, isOn } = effect;
      const isLocked = this.board.locked.includes(binNumber);
      this.checks.checkExecution(command, { now: this.now, binNumber, isOn, isLocked });
    });
  }

  private encode(command: Command, ttlS: number): string {
    const { id: commandId, seq, binNumber, instruction, queuedAt } = command;
    return encodeCommand({ commandId, seq, binNumber, instruction, issuedAt: queuedAt, ttlS });
  }
}
