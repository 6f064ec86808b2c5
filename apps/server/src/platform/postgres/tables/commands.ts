import type { CommandFailure, CommandState, ControlType } from '@granary/domain/commands/command';
import type { CommandKind, Instruction } from '@granary/domain/commands/instruction';
import type { FanHold } from '@granary/domain/fans/fan-hold';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { WithDefault } from './columns.ts';

export interface CommandsTable {
  id: string;
  mainBoardId: string;
  binId: number;
  binNumber: number;
  kind: CommandKind;
  /** `pg` returns `bigint` as text. */
  seq: string;
  text: string;
  /** Null in commands stored before boards received commands. */
  instruction: ColumnType<Instruction | null, string, never>;
  controlType: ControlType;
  actorId: number | null;
  address: WithDefault<string>;
  reason: WithDefault<string>;
  state: CommandState;
  failure: CommandFailure | null;
  queuedAt: Date;
  expiresAt: Date;
  releasedAt: Date | null;
  sentAt: Date | null;
  confirmedAt: Date | null;
  provenAt: Date | null;
  endedAt: Date | null;
  attempts: WithDefault<number>;
}

/** The latest time seen on the database clock. The table has one row. */
export interface CommandClockTable {
  onlyRow: WithDefault<boolean>;
  latestAt: Date;
}

export interface FanControlsTable {
  binId: number;
  isLocked: WithDefault<boolean>;
  switchedAt: Date | null;
  /** Why the schedule and automatic control are stopped until they are resumed. */
  heldBy: FanHold | null;
  heldAt: Date | null;
  resumedAt: Date | null;
  /** When the board last reported that its power came back. */
  restartedAt: Date | null;
  /**
   * The `restartedAt` of the last power outage that was checked for a notification to the owner, and the
   * newest report about the fan at that time.
   */
  powerCutNoticedAt: Date | null;
  powerCutReportId: string | null;
  /** The owner's notification about the power outage that last stopped the fan. */
  powerCutNoticeId: number | null;
}

/** The people in or near bins: an entry that ends is deleted. */
export interface BinEntriesTable {
  id: GeneratedAlways<number>;
  binId: number;
  openedAt: Date;
  /** Null if the account was deleted. */
  openedBy: number | null;
  /** When they were asked whether they are out. */
  remindedAt: Date | null;
}
