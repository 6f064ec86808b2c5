import { type Command, type CommandState, isStart } from '@granary/domain/commands/command';
import type { FanBlocks } from '@granary/domain/commands/release';
import { type Millis, SECOND } from '@granary/domain/units';
import type { BoardInput } from '../../src/board/main-board.ts';
import type { Danger } from './people-inside.ts';

/** The states after each state; a released command may be sent again. */
const NEXT_STATES: Readonly<Record<CommandState, readonly CommandState[]>> = {
  // A reading also answers a request that was not sent.
  queued: ['released', 'confirmed', 'expired', 'superseded', 'cancelled'],
  released: ['released', 'confirmed', 'superseded', 'failed'],
  confirmed: ['proven'],
  proven: [],
  expired: [],
  superseded: [],
  failed: [],
  cancelled: [],
};

/** What decides whether the fan of a bin may start. */
interface StartSituation extends FanBlocks, Danger {
  readonly lastStartAt: Millis | null;
  /** When someone at the bin last turned the fan off. */
  readonly turnedOffAt: Millis | null;
}

/** A fan that a command turned. */
interface Execution {
  readonly now: Millis;
  readonly binNumber: number;
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

/** Collects what must never happen. */
export class CommandChecks {
  readonly violations: string[] = [];
  private readonly executed = new Map<string, { seq: number; binNumber: number }>();
  private readonly deadlines = new Map<number, { at: number; id: string }>();
  /** Commands that the board received and has not executed, by id. */
  private readonly received = new Map<string, Command>();
  /** Starts that someone at the bin overrode after the board had received them. */
  private readonly overridden = new Set<string>();

  /** A command is about to change its state. */
  changed({ id, state: before }: Command, after: CommandState): void {
    if (!NEXT_STATES[before].includes(after))
      this.violations.push(`${id}: ${after} after ${before}`);
  }

  /** A command is about to be sent. */
  sent(command: Command, now: Millis, situation: StartSituation): void {
    if (!isStart(command)) return;
    const { lastStartAt, turnedOffAt, isSomeoneInside, isRestored, isUnresumed, ...blocks } =
      situation;
    const { id, controlType } = command;
    if (blocks.hasEntrySession) this.violations.push(`${id} sent in an entry session`);
    if (isSomeoneInside && !isRestored) this.violations.push(`${id} sent with someone inside`);
    if (isUnresumed && controlType !== 'manual') {
      this.violations.push(`${id} sent by a schedule that nobody resumed after a restore`);
    }
    if (blocks.isLocked) this.violations.push(`${id} sent in a lockout`);
    if (blocks.isHeld && controlType !== 'manual') this.violations.push(`${id} sent in a hold`);
    if (turnedOffAt !== null && turnedOffAt > command.queuedAt) {
      this.violations.push(`${id} sent after someone turned the fan off`);
    }
    if (lastStartAt !== null && now - lastStartAt < 10 * SECOND) {
      this.violations.push(`${id} sent too soon`);
    }
  }

  /** The board received a command. */
  recordReceived(command: Command): void {
    this.received.set(command.id, command);
  }

  /** Someone at a bin turns its fan off or locks it out; a board without power forgets what it received. */
  recordAtBin(input: BoardInput): void {
    if (input.kind === 'power-cut') this.received.clear();
    if (input.kind !== 'lockout' && (input.kind !== 'switch' || input.isOn)) return;
    for (const [id, command] of this.received) {
      if (command.binNumber === input.binNumber && isStart(command)) this.overridden.add(id);
    }
  }

  /** A fan was turned on or off, by a command or anything else. */
  turned(binNumber: number): void {
    this.deadlines.delete(binNumber);
  }

  executedBy(command: Command, { now, binNumber, isOn, isLocked }: Execution): void {
    const { id, seq, instruction } = command;
    if (this.executed.has(id)) this.violations.push(`${id} took effect twice`);
    if (now > command.expiresAt + 15 * SECOND) this.violations.push(`${id} was late`);
    if (command.binNumber !== binNumber) this.violations.push(`${id} turned another bin's fan`);
    for (const other of this.executed.values()) {
      if (other.binNumber === binNumber && other.seq > seq) {
        this.violations.push(`${id} took effect after a newer one`);
      }
    }
    this.executed.set(id, { seq, binNumber });
    this.received.delete(id);
    if (this.overridden.has(id)) this.violations.push(`${id} took effect after the switch`);
    if (isOn && isLocked) this.violations.push(`${id} started during a lockout`);
    if (isOn && instruction.kind === 'fan' && instruction.runForS !== null) {
      this.deadlines.set(binNumber, { at: now + instruction.runForS * SECOND, id });
    }
  }

  runTimes(now: Millis, isFanOn: (binNumber: number) => boolean): void {
    for (const [binNumber, { at, id }] of this.deadlines) {
      if (now > at + SECOND && isFanOn(binNumber)) {
        this.violations.push(`the fan runs beyond the time of ${id}`);
      }
    }
  }
}
