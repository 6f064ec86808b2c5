import type { FanCommand, FanDetails } from '@granary/contract/commands/http';
import type { FanWeek } from '@granary/contract/fans/schedule';
import { type FanSituation, toDisplayTime } from '../fans/fan-state.ts';
import type { BinRow } from '../platform/postgres/tables.ts';
import { toMillis } from './command-store.ts';
import type { LatestFanCommand, RequestedFanCommand } from './store.ts';

/** Serializes a fan command for lists of the latest commands. */
export function serializeCommand(row: LatestFanCommand): FanCommand {
  const { text: command, mainBoardId, binId, binName, instruction, releasedAt } = row;
  const fan = instruction?.kind === 'fan' ? toOnOff(instruction.isOn) : null;
  const fields = { command, mainBoardId, binId, binName, fan };
  if (releasedAt === null) return { ...fields, status: 'unpublished', releasedAt: null };
  return { ...fields, status: 'released', releasedAt: toMillis(releasedAt) };
}

/** The known state of a fan, besides its latest command. */
export interface FanFacts extends FanSituation {
  readonly isLockedOut: boolean;
  readonly week: FanWeek;
  /** One for each person in or near the bin, earliest first. */
  readonly entries: FanDetails['entries'];
}

/** Serializes a bin's fan with its latest command; `latestCommand` is null before the first command. */
export function serializeFanDetails(
  { id, name, binNumber, mainBoardId, fanMode }: BinRow,
  latestCommand: RequestedFanCommand | null,
  { currentFan, lastEvent, hasAirflow, isLockedOut, week, entries }: FanFacts,
): FanDetails {
  return {
    binId: id,
    binName: name,
    binNumber,
    mainBoardId,
    ...(latestCommand === null
      ? { ...NO_COMMAND, controlType: fanMode }
      : serializeLatestCommand(latestCommand)),
    currentState: currentFan.isRunning === null ? null : toOnOff(currentFan.isRunning),
    reportedState: lastEvent === null ? null : toOnOff(lastEvent.isOn),
    reportedSince: lastEvent === null ? null : toDisplayTime(lastEvent),
    hasAirflow,
    isLockedOut,
    entry: entries.find(({ isOwn }) => isOwn) ?? entries[0] ?? null,
    entries,
    week,
  };
}

const NO_COMMAND = {
  command: null,
  fan: null,
  status: null,
  releasedAt: null,
  isConfirmed: false,
  isProven: false,
  outcome: null,
  failure: null,
  runForS: null,
  requestedBy: null,
  requestedAt: null,
  expiresAt: null,
  confirmedAt: null,
};

function serializeLatestCommand(row: RequestedFanCommand) {
  const { instruction, releasedAt, confirmedAt, provenAt } = row;
  return {
    command: row.text,
    fan: toOnOff(instruction.isOn),
    status: releasedAt === null ? ('unpublished' as const) : ('released' as const),
    releasedAt: releasedAt && toMillis(releasedAt),
    controlType: row.controlType,
    isConfirmed: confirmedAt !== null,
    isProven: provenAt !== null,
    outcome: row.state,
    failure: row.failure,
    runForS: instruction.runForS,
    requestedBy: row.requestedBy,
    requestedAt: toMillis(row.queuedAt),
    expiresAt: toMillis(row.expiresAt),
    confirmedAt: confirmedAt && toMillis(confirmedAt),
  };
}

const toOnOff = (isOn: boolean): 'on' | 'off' => (isOn ? 'on' : 'off');
