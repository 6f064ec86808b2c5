import { type DownCommand, encodeCommand } from '@granary/contract/commands/frame';
import {
  capRunTime,
  isClockInSync,
  isClockSetBack,
  nextReleaseAt,
  planRelease,
  type ReleaseStep,
} from '@granary/domain/commands/release';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { CommandChangeHandler } from './command-store.ts';
import type { BoardCommands } from './release-store.ts';

/** The sessions of boards with this process. */
export interface BoardSessions {
  /** Whether a session of the board is subscribed to its commands and is not waiting for a PUBACK. */
  canSend(mainBoardId: string): boolean;
  /** Sends to the newest session; `lost` if there is no PUBACK, and then the connection is reset. */
  send(mainBoardId: string, payload: string): Promise<'acknowledged' | 'lost'>;
}

export interface ReleaserPorts {
  readonly db: Db;
  readonly sessions: BoardSessions;
  now(): Millis;
  findBoardsWithOpenCommands(db: Db): Promise<string[]>;
  lockOpenCommands(trx: Trx, mainBoardId: string): Promise<BoardCommands | null>;
  storeStep(trx: Trx, step: ReleaseStep, now: Millis): Promise<boolean>;
  /** Stores what the database's clock shows; returns whether it was set back. */
  checkClock(db: Db): Promise<boolean>;
  endPendingFanStarts(trx: Trx, handleChange: CommandChangeHandler): Promise<void>;
  /** What other features do when a step is stored. */
  readonly handleChange: CommandChangeHandler;
  /** Stores a command in the raw data as it is sent. */
  storeSent(trx: Trx, sent: SentCommand): Promise<void>;
  findUnansweredOffCommands(db: Db): Promise<readonly (ReportedBin & { readonly binId: number })[]>;
  repeatUnansweredOff(db: Db, binId: number): Promise<void>;
  /** This process's clock differs from the database's, so it releases nothing. */
  clockDiffers(): void;
  failed(error: unknown): void;
}

export interface SentCommand {
  readonly mainBoardId: string;
  readonly binNumber: number;
  readonly payload: string;
  readonly at: Millis;
  readonly commandId: string;
}

/** A bin whose frame is stored. */
export interface ReportedBin {
  readonly mainBoardId: string;
  readonly binNumber: number;
}

type RoundResult =
  /** When to look again by this process's clock. */
  | { readonly kind: 'idle'; readonly nextAt: Millis | null }
  | { readonly kind: 'again' }
  | { readonly kind: 'clock-set-back' }
  | { readonly kind: 'send'; readonly payload: string };

/** A stored frame, or a session. Commands are timed by the database, whose clock may differ from this process's. */
interface TimedEvent {
  readonly at: Millis;
  /** By the database's clock; null until it is needed. It is calculated once, so a send stays after it. */
  databaseAt: Millis | null;
}

/** How often boards with open commands are checked. */
export const RELEASE_TICK_MS = SECOND;
export const OFF_RETRY_INTERVAL_MS = 30 * SECOND;

/**
 * Releases the commands of the boards that are connected to this process. It decides again after each
 * wake-up: a queued command, a subscription, a stored frame, a PUBACK, and the time.
 */
export class Releaser {
  /** Boards with open commands, and when to check them again. */
  private readonly due = new Map<string, Millis>();
  /** The boards that are being checked; true: check them again afterward. */
  private readonly running = new Map<string, boolean>();
  /** The last frame of each bin of a board that was stored in its session, by `bin_number`. */
  private readonly reports = new Map<string, Map<number, TimedEvent>>();
  /** When each board with a session subscribed. */
  private readonly subscriptions = new Map<string, TimedEvent>();
  private readonly work = new Set<Promise<void>>();
  private clockCheck: Promise<void> | null = null;
  private tickedAt = millis(0);
  private isStopped = false;

  constructor(private readonly ports: ReleaserPorts) {}

  /** Checks all boards with open commands: after the start, and after notifications were lost. */
  async start(): Promise<void> {
    for (const id of await this.ports.findBoardsWithOpenCommands(this.ports.db)) this.wake(id);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.work, this.clockCheck]);
  }

  /** A board subscribed to its commands, in a new session. */
  subscribed(mainBoardId: string): void {
    this.reports.delete(mainBoardId);
    this.subscriptions.set(mainBoardId, { at: this.ports.now(), databaseAt: null });
    this.wake(mainBoardId);
  }

  /** No session of a board is subscribed to its commands anymore. */
  unsubscribed(mainBoardId: string): void {
    this.subscriptions.delete(mainBoardId);
  }

  /** Frames of bins are stored and about to be acknowledged. */
  framesStored(bins: readonly ReportedBin[]): void {
    const now = this.ports.now();
    for (const { mainBoardId, binNumber } of bins) {
      const reports = this.reports.get(mainBoardId) ?? new Map<number, TimedEvent>();
      this.reports.set(mainBoardId, reports.set(binNumber, { at: now, databaseAt: null }));
      if (this.due.has(mainBoardId)) this.wake(mainBoardId);
    }
  }

  /** Checks the boards that are due, and the database's clock while commands are open. */
  tick(): void {
    const now = this.ports.now();
    const wasSetBack = isClockSetBack(this.tickedAt, now);
    this.tickedAt = now;
    if (this.due.size > 0) this.watchClock();
    for (const [id, at] of this.due) if (wasSetBack || at <= now) this.wake(id);
    // Decisions that are in progress may use the time from before the clock was set back.
    if (wasSetBack) for (const id of this.running.keys()) this.wake(id);
  }

  /** Sends the last OFF of a bin again if its board did not answer it and reports again. */
  async repeatOffCommands(): Promise<void> {
    const { db, findUnansweredOffCommands, repeatUnansweredOff } = this.ports;
    this.watchClock();
    for (const { mainBoardId, binNumber, binId } of await findUnansweredOffCommands(db)) {
      if (this.reports.get(mainBoardId)?.has(binNumber)) await repeatUnansweredOff(db, binId);
    }
  }

  /** Checks a board. */
  wake(mainBoardId: string): void {
    if (this.isStopped) return;
    if (this.running.has(mainBoardId)) {
      this.running.set(mainBoardId, true);
      return;
    }
    this.running.set(mainBoardId, false);
    const run = this.run(mainBoardId)
      .catch((error: unknown) => {
        this.due.set(mainBoardId, millis(this.ports.now() + SECOND));
        this.ports.failed(error);
      })
      .finally(() => {
        this.work.delete(run);
        const mustRunAgain = this.running.get(mainBoardId) === true;
        this.running.delete(mainBoardId);
        if (mustRunAgain) this.wake(mainBoardId);
      });
    this.work.add(run);
  }

  private async run(mainBoardId: string): Promise<void> {
    while (!this.isStopped) {
      const result = await this.ports.db
        .transaction()
        .execute((trx) => this.takeStep(trx, mainBoardId));
      if (result.kind === 'idle') {
        if (result.nextAt === null) this.due.delete(mainBoardId);
        else this.due.set(mainBoardId, result.nextAt);
        return;
      }
      if (result.kind === 'clock-set-back') await this.endPendingFanStarts();
      if (result.kind === 'send') {
        // The release is stored: if the process is killed here, it is at most sent again.
        await this.ports.sessions.send(mainBoardId, result.payload);
      }
    }
  }

  /** Notices that the database's clock was set back, even by less than a command has waited. */
  private watchClock(): void {
    const { db, checkClock, failed } = this.ports;
    this.clockCheck ??= checkClock(db)
      .then((wasSetBack) => (wasSetBack ? this.endPendingFanStarts() : undefined))
      .catch(failed)
      .finally(() => {
        this.clockCheck = null;
      });
  }

  private endPendingFanStarts(): Promise<void> {
    const { db, endPendingFanStarts, handleChange } = this.ports;
    return db.transaction().execute((trx) => endPendingFanStarts(trx, handleChange));
  }

  /** When a board subscribed and its bins were reported, by the clock of the database, which shows `now`. */
  private toDatabaseTimes(mainBoardId: string, now: Millis) {
    const processNow = this.ports.now();
    const toDatabaseTime = (event: TimedEvent) => {
      event.databaseAt ??= millis(now - Math.max(0, processNow - event.at));
      return event.databaseAt;
    };
    const subscription = this.subscriptions.get(mainBoardId);
    const reports = [...(this.reports.get(mainBoardId) ?? [])];
    return {
      now,
      subscribedAt: subscription === undefined ? null : toDatabaseTime(subscription),
      lastReportAt: new Map(reports.map(([binNumber, one]) => [binNumber, toDatabaseTime(one)])),
    };
  }

  /** Stores the next step of a board; a command is sent after the commit. */
  private async takeStep(trx: Trx, mainBoardId: string): Promise<RoundResult> {
    const { ports } = this;
    const commands = await ports.lockOpenCommands(trx, mainBoardId);
    if (commands === null) return { kind: 'idle', nextAt: null };
    const { now, open } = commands;
    const times = this.toDatabaseTimes(mainBoardId, now);
    const processNow = ports.now();
    const nextAt = nextReleaseAt(open, times);
    const idle = { kind: 'idle', nextAt: nextAt && millis(processNow + nextAt - now) } as const;
    if (!isClockInSync(processNow, now)) {
      ports.clockDiffers();
      return idle;
    }
    if (commands.isClockSetBack) return { kind: 'clock-set-back' };
    const step = planRelease(open, {
      ...times,
      mode: commands.mode,
      canSend: ports.sessions.canSend(mainBoardId),
      blocks: commands.blocks,
      lastStartAt: commands.lastStartAt,
    });
    if (step === null) return idle;
    if (!(await ports.storeStep(trx, step, now))) return { kind: 'again' };
    await ports.handleChange(trx, {
      command: { ...step.command, actorId: commands.getActorId(step.command.id) },
      kind: step.kind === 'send' ? 'released' : 'ended',
      message: '',
      at: now,
    });
    if (step.kind !== 'send') return { kind: 'again' };
    const payload = encodeCommand(toDownCommand(step));
    const { id: commandId, binNumber } = step.command;
    await ports.storeSent(trx, { mainBoardId, binNumber, payload, at: now, commandId });
    return { kind: 'send', payload };
  }
}

function toDownCommand({ command, ttlS }: Extract<ReleaseStep, { kind: 'send' }>): DownCommand {
  const { id: commandId, seq, binNumber, queuedAt: issuedAt } = command;
  return { commandId, seq, binNumber, instruction: capRunTime(command, ttlS), issuedAt, ttlS };
}
