import { type Command, type CommandState, isFanStart } from '@granary/domain/commands/command';
import type { FanBlocks } from '@granary/domain/commands/release';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import type { BoardInput } from '../../src/board/main-board.ts';
import type { StartConditions } from './people-inside.ts';

/** The states that may follow each state; a released command may be sent again. */
const NEXT_STATES: Readonly<Record<CommandState, readonly CommandState[]>> = {
  // A reading also answers a request for a reading that has not been sent yet.
  queued: ['released', 'confirmed', 'expired', 'superseded', 'cancelled'],
  released: ['released', 'confirmed', 'superseded', 'failed'],
  confirmed: ['proven'],
  proven: [],
  expired: [],
  superseded: [],
  failed: [],
  cancelled: [],
};

/** The conditions that decide whether a bin's fan may start. */
type StartSituation = FanBlocks & StartConditions;

/** The execution of a command on a fan. */
interface Execution {
  readonly now: Millis;
  readonly binNumber: number;
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

/**
 * Collects violations of the rules for commands. It uses the true time, even if the database's clock is
 * wrong.
 */
export class CommandChecks {
  readonly violations: string[] = [];
  /** The time when each command was requested, and its deadline for taking effect, by command ID. */
  private readonly times = new Map<string, { requestedAt: Millis; deadline: Millis }>();
  /** The time of the last report that someone turned the fan off, by bin. */
  private readonly turnedOffAt = new Map<number, Millis>();
  private readonly startedAt = new Map<number, Millis>();
  private readonly executedCommands = new Map<string, { seq: number; binNumber: number }>();
  private readonly runTimeEnds = new Map<number, { at: number; id: string }>();
  /** Commands that the board received and has not executed, by ID. */
  private readonly receivedCommands = new Map<string, Command>();
  /** Starts that someone at the bin overrode after the board had received them. */
  private readonly overriddenIds = new Set<string>();

  recordRequest({ id, queuedAt, expiresAt }: Command, now: Millis): void {
    this.times.set(id, { requestedAt: now, deadline: millis(now + expiresAt - queuedAt) });
  }

  /** Returns the time by which a command must have taken effect. */
  findDeadline({ id }: Command): Millis {
    return this.findTimes(id).deadline;
  }

  /**
   * Adjusts the checks to a change of the database clock. If it is set back, an OFF has that much more time;
   * if it is set forward, starts look further apart than they are.
   */
  shiftDatabaseClock(commands: readonly Command[], stepMs: number): void {
    if (stepMs > 0) {
      for (const [bin, at] of this.startedAt) this.startedAt.set(bin, millis(at - stepMs));
      return;
    }
    for (const command of commands) {
      if (isFanStart(command)) continue;
      const times = this.findTimes(command.id);
      this.times.set(command.id, { ...times, deadline: millis(times.deadline - stepMs) });
    }
  }

  private findTimes(id: string) {
    const times = this.times.get(id);
    if (times === undefined) throw new Error('The command is unknown.');
    return times;
  }

  /** Records a report that someone at a bin turned its fan off. */
  recordTurnOff(binNumber: number, now: Millis): void {
    this.turnedOffAt.set(binNumber, now);
  }

  /** Records a restore, which takes longer than the minimum time between two starts. */
  recordRestore(): void {
    this.startedAt.clear();
  }

  /** Checks the state that a command is about to change to. */
  checkStateChange({ id, state }: Command, nextState: CommandState): void {
    if (!NEXT_STATES[state].includes(nextState))
      this.violations.push(`${id}: ${nextState} after ${state}`);
  }

  /** Checks a command that is about to be sent. */
  checkSend(command: Command, now: Millis, situation: StartSituation): void {
    if (!isFanStart(command)) return;
    const { isSomeoneInside, isRestored, isOnHold, ...blocks } = situation;
    const { id, binNumber, controlType } = command;
    if (blocks.hasEntrySession) this.violations.push(`${id} sent during an entry session`);
    if (isSomeoneInside && !isRestored) this.violations.push(`${id} sent with someone inside`);
    if (isOnHold && controlType !== 'manual') {
      this.violations.push(`${id} sent by a schedule that nobody resumed after a restore`);
    }
    if (blocks.isLocked) this.violations.push(`${id} sent during a lockout`);
    if (blocks.isHeld && controlType !== 'manual') this.violations.push(`${id} sent during a hold`);
    const turnedOffAt = this.turnedOffAt.get(binNumber) ?? null;
    if (turnedOffAt !== null && turnedOffAt > this.findTimes(id).requestedAt) {
      this.violations.push(`${id} sent after someone turned the fan off`);
    }
    for (const [bin, startedAt] of this.startedAt) {
      if (bin !== binNumber && now - startedAt < 10 * SECOND) {
        this.violations.push(`${id} sent too soon after another fan started`);
      }
    }
    this.startedAt.set(binNumber, now);
  }

  /** Records that the board received a command. */
  recordReceived(command: Command): void {
    this.receivedCommands.set(command.id, command);
  }

  /**
   * Records that someone at a bin turns its fan off or locks it out, or that the board loses power and
   * forgets the commands it received.
   */
  recordBoardInput(input: BoardInput): void {
    if (input.kind === 'power-outage') this.receivedCommands.clear();
    if (input.kind !== 'lockout' && (input.kind !== 'switch' || input.isOn)) return;
    for (const [id, command] of this.receivedCommands) {
      if (command.binNumber === input.binNumber && isFanStart(command)) this.overriddenIds.add(id);
    }
  }

  /** Records that a fan was turned on or off, by a command or otherwise. */
  recordFanChange(binNumber: number): void {
    this.runTimeEnds.delete(binNumber);
  }

  checkExecution(command: Command, { now, binNumber, isOn, isLocked }: Execution): void {
    const { id, seq, instruction } = command;
    if (this.executedCommands.has(id)) this.violations.push(`${id} took effect twice`);
    if (now > this.findDeadline(command) + 15 * SECOND) this.violations.push(`${id} was late`);
    if (command.binNumber !== binNumber) this.violations.push(`${id} switched another bin's fan`);
    for (const other of this.executedCommands.values()) {
      if (other.binNumber === binNumber && other.seq > seq) {
        this.violations.push(`${id} took effect after a newer one`);
      }
    }
    this.executedCommands.set(id, { seq, binNumber });
    this.receivedCommands.delete(id);
    if (this.overriddenIds.has(id))
      this.violations.push(
        `${id} took effect after someone turned the fan off or locked it out at the bin`,
      );
    if (isOn && isLocked) this.violations.push(`${id} started during a lockout`);
    if (isOn && instruction.kind === 'fan' && instruction.runForS !== null) {
      this.runTimeEnds.set(binNumber, { at: now + instruction.runForS * SECOND, id });
    }
  }

  checkRunTimes(now: Millis, isFanOn: (binNumber: number) => boolean): void {
    for (const [binNumber, { at, id }] of this.runTimeEnds) {
      if (now > at + SECOND && isFanOn(binNumber)) {
        this.violations.push(`the fan runs past the run time of ${id}`);
      }
    }
  }
}
