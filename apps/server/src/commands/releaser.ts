import { type DownCommand, encodeCommand } from '@granary/contract/commands/frame';
import {
  capRunTime,
  findNextReleaseTime,
  isClockInSync,
  isClockSetBack,
  planRelease,
  type ReleaseStep,
} from '@granary/domain/commands/release';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { CommandChangeHandler } from './command-store.ts';
import type { BoardCommands } from './release-store.ts';

/** The MQTT sessions of the boards that are connected to this process. */
export interface BoardSessions {
  /** Whether a session of the board is subscribed to its commands and is not waiting for a PUBACK. */
  canSend(mainBoardId: string): boolean;
  /**
   * Sends a command to the board's newest session; if there is no PUBACK, resets the connection and returns
   * `lost`.
   */
  send(mainBoardId: string, payload: string): Promise<'acknowledged' | 'lost'>;
}

export interface ReleaserPorts {
  readonly db: Db;
  readonly sessions: BoardSessions;
  now(): Millis;
  findBoardsWithOpenCommands(db: Db): Promise<string[]>;
  lockOpenCommands(trx: Trx, mainBoardId: string): Promise<BoardCommands | null>;
  storeStep(trx: Trx, step: ReleaseStep, now: Millis): Promise<boolean>;
  /** Stores the time of the database's clock; returns whether the clock was set back. */
  checkClock(db: Db): Promise<boolean>;
  endPendingFanStarts(trx: Trx, handleChange: CommandChangeHandler): Promise<void>;
  /** Called when a step is stored, so that other features can react. */
  readonly handleChange: CommandChangeHandler;
  /** Stores a command in the raw data as it is sent. */
  storeSentCommand(trx: Trx, sentCommand: SentCommand): Promise<void>;
  findUnansweredOffCommands(
    db: Db,
  ): Promise<readonly (ReportingBin & { readonly binId: number })[]>;
  repeatUnansweredOff(db: Db, binId: number): Promise<void>;
  /** Called when no command is released because this process's clock differs from the database's. */
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

/** A bin whose frame has been stored. */
export interface ReportingBin {
  readonly mainBoardId: string;
  readonly binNumber: number;
}

type StepResult =
  /** The time of the next check, by this process's clock. */
  | { readonly kind: 'idle'; readonly nextAt: Millis | null }
  | { readonly kind: 'again' }
  | { readonly kind: 'clock-set-back' }
  | { readonly kind: 'send'; readonly payload: string };

/**
 * The time of a stored frame or a subscription. Commands are timed by the database, whose clock may differ
 * from this process's.
 */
interface TimedEvent {
  readonly at: Millis;
  /**
   * The time by the database's clock; null until it is needed. It is calculated only once, so that a later
   * send never appears to precede it.
   */
  databaseAt: Millis | null;
}

/** How often boards with open commands are checked. */
export const RELEASE_TICK_MS = SECOND;
export const OFF_RETRY_INTERVAL_MS = 30 * SECOND;

/**
 * Releases the commands of the boards that are connected to this process. It plans the next step after each
 * event: a queued command, a subscription, a stored frame, a PUBACK, or a timer tick.
 */
export class Releaser {
  /** The time of the next check of each board with open commands. */
  private readonly nextCheckAt = new Map<string, Millis>();
  /** The boards that are being checked; true if a board must be checked again afterward. */
  private readonly runningChecks = new Map<string, boolean>();
  /**
   * When the last frame of each bin was stored during its board's session, keyed by board ID and bin number.
   */
  private readonly reports = new Map<string, Map<number, TimedEvent>>();
  /** The time at which each connected board subscribed to its commands. */
  private readonly subscriptions = new Map<string, TimedEvent>();
  private readonly pendingChecks = new Set<Promise<void>>();
  private clockCheck: Promise<void> | null = null;
  private lastTickAt = millis(0);
  private isStopped = false;

  constructor(private readonly ports: ReleaserPorts) {}

  /** Checks all boards with open commands: at startup, and after notifications were lost. */
  async start(): Promise<void> {
    for (const id of await this.ports.findBoardsWithOpenCommands(this.ports.db))
      this.requestCheck(id);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.pendingChecks, this.clockCheck]);
  }

  /** Called when a board subscribes to its commands in a new session. */
  subscribed(mainBoardId: string): void {
    this.reports.delete(mainBoardId);
    this.subscriptions.set(mainBoardId, { at: this.ports.now(), databaseAt: null });
    this.requestCheck(mainBoardId);
  }

  /** No session of a board is subscribed to its commands anymore. */
  unsubscribed(mainBoardId: string): void {
    this.subscriptions.delete(mainBoardId);
  }

  /** Called when frames from bins have been stored and are about to be acknowledged. */
  framesStored(bins: readonly ReportingBin[]): void {
    const now = this.ports.now();
    for (const { mainBoardId, binNumber } of bins) {
      const reports = this.reports.get(mainBoardId) ?? new Map<number, TimedEvent>();
      this.reports.set(mainBoardId, reports.set(binNumber, { at: now, databaseAt: null }));
      if (this.nextCheckAt.has(mainBoardId)) this.requestCheck(mainBoardId);
    }
  }

  /** Checks the boards that are due, and the database's clock while commands are open. */
  tick(): void {
    const now = this.ports.now();
    const wasSetBack = isClockSetBack(this.lastTickAt, now);
    this.lastTickAt = now;
    if (this.nextCheckAt.size > 0) this.startClockCheck();
    for (const [id, at] of this.nextCheckAt) if (wasSetBack || at <= now) this.requestCheck(id);
    // Checks that are in progress may use a time from before the clock was set back.
    if (wasSetBack) for (const id of this.runningChecks.keys()) this.requestCheck(id);
  }

  /** Sends each bin's last OFF again if its board did not answer it but is reporting again. */
  async repeatOffCommands(): Promise<void> {
    const { db, findUnansweredOffCommands, repeatUnansweredOff } = this.ports;
    this.startClockCheck();
    for (const { mainBoardId, binNumber, binId } of await findUnansweredOffCommands(db)) {
      if (this.reports.get(mainBoardId)?.has(binNumber)) await repeatUnansweredOff(db, binId);
    }
  }

  /** Checks a board's open commands now, or again after the check that is running. */
  requestCheck(mainBoardId: string): void {
    if (this.isStopped) return;
    if (this.runningChecks.has(mainBoardId)) {
      this.runningChecks.set(mainBoardId, true);
      return;
    }
    this.runningChecks.set(mainBoardId, false);
    const run = this.run(mainBoardId)
      .catch((error: unknown) => {
        this.nextCheckAt.set(mainBoardId, millis(this.ports.now() + SECOND));
        this.ports.failed(error);
      })
      .finally(() => {
        this.pendingChecks.delete(run);
        const mustRunAgain = this.runningChecks.get(mainBoardId) === true;
        this.runningChecks.delete(mainBoardId);
        if (mustRunAgain) this.requestCheck(mainBoardId);
      });
    this.pendingChecks.add(run);
  }

  private async run(mainBoardId: string): Promise<void> {
    while (!this.isStopped) {
      const result = await this.ports.db
        .transaction()
        .execute((trx) => this.takeStep(trx, mainBoardId));
      if (result.kind === 'idle') {
        if (result.nextAt === null) this.nextCheckAt.delete(mainBoardId);
        else this.nextCheckAt.set(mainBoardId, result.nextAt);
        return;
      }
      if (result.kind === 'clock-set-back') await this.endPendingFanStarts();
      if (result.kind === 'send') {
        // The release is already stored. If the process is killed here, the worst case is that the command
        // is sent again.
        await this.ports.sessions.send(mainBoardId, result.payload);
      }
    }
  }

  /**
   * Checks whether the database's clock was set back. This also detects a setback that is smaller than the
   * time a command has been waiting.
   */
  private startClockCheck(): void {
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

  /**
   * Converts the times of a board's subscription and its bins' reports to database time; `now` is the
   * current database time.
   */
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
      lastReportAt: new Map(
        reports.map(([binNumber, report]) => [binNumber, toDatabaseTime(report)]),
      ),
    };
  }

  /** Stores the next step of a board; a command is sent after the commit. */
  private async takeStep(trx: Trx, mainBoardId: string): Promise<StepResult> {
    const { ports } = this;
    const commands = await ports.lockOpenCommands(trx, mainBoardId);
    if (commands === null) return { kind: 'idle', nextAt: null };
    const { now, openCommands } = commands;
    const times = this.toDatabaseTimes(mainBoardId, now);
    const processNow = ports.now();
    const nextAt = findNextReleaseTime(openCommands, times);
    const idleResult = {
      kind: 'idle',
      nextAt: nextAt && millis(processNow + nextAt - now),
    } as const;
    if (!isClockInSync(processNow, now)) {
      ports.clockDiffers();
      return idleResult;
    }
    if (commands.isClockSetBack) return { kind: 'clock-set-back' };
    const step = planRelease(openCommands, {
      ...times,
      mode: commands.mode,
      canSend: ports.sessions.canSend(mainBoardId),
      getBlocks: commands.getBlocks,
      getLastOtherStartAt: commands.getLastOtherStartAt,
    });
    if (step === null) return idleResult;
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
    await ports.storeSentCommand(trx, { mainBoardId, binNumber, payload, at: now, commandId });
    return { kind: 'send', payload };
  }
}

function toDownCommand({ command, ttlS }: Extract<ReleaseStep, { kind: 'send' }>): DownCommand {
  const { id: commandId, seq, binNumber, queuedAt: issuedAt } = command;
  return { commandId, seq, binNumber, instruction: capRunTime(command, ttlS), issuedAt, ttlS };
}
