import {
  type CommandFailure,
  type CommandState,
  controlTypes,
} from '@granary/domain/commands/command';
import { MAX_RUN_FOR_S } from '@granary/domain/commands/instruction';
import * as z from 'zod/mini';
import { mainBoardId } from '../bins/settings.ts';
import { fanWeek } from '../fans/schedule.ts';
import { route } from '../route.ts';
import { describe, id, instant, nullableInstant, wireBody, wireObject } from '../wire.ts';

const status = z.enum(['unpublished', 'released']);
const onOff = z.enum(['on', 'off']);

/** A stored command for a bin's fan. */
export const fanCommand = wireObject({
  command: ['command', z.string()],
  mainBoardId: ['main_board_id', z.string()],
  binId: ['bin_id', id],
  binName: ['bin_name', z.string()],
  /** The state of the fan after the command; null in commands stored before commands were sent to boards. */
  fan: ['fan_status_after_releasing_command', z.nullable(onOff)],
  status: ['status', status],
  /** When it was released; null while it is waiting. */
  releasedAt: ['date_time', z.nullable(instant)],
});
export type FanCommand = z.output<typeof fanCommand>;

export const getLatestCommand = route('GET', 'boardCommands/latest', {
  summary: 'The latest fan command of a main board; null if there is none',
  query: wireObject({ mainBoardId: ['main_board_id', mainBoardId] }),
  response: z.nullable(fanCommand),
});

export const getLatestFarmCommands = route('GET', 'boardCommands/latestOfFarm', {
  summary: "The latest fan command of each of a farm's main boards, by board ID",
  query: z.object({ farm_id: id }),
  response: z.array(fanCommand),
});

const outcomes = [
  'queued',
  'released',
  'confirmed',
  'proven',
  'expired',
  'superseded',
  'failed',
  'cancelled',
] as const satisfies readonly CommandState[];

const failures = [
  'no-answer',
  'lockout',
  'overridden',
  'power-cut',
  'refused',
  'entry',
  'hold',
  'clock-set-back',
] as const satisfies readonly CommandFailure[];

/** A person in or near a bin. */
const entry = {
  since: ['since', instant],
  /** The name of the person; null if the account was deleted. */
  personName: ['by', z.nullable(z.string())],
  /** Whether the caller reported it. */
  isOwn: ['own', z.boolean()],
  /** Whether the caller may close it. */
  mayClose: ['may_close', z.boolean()],
} as const;

/** A bin's fan: what was last requested, what its board confirmed, and what the airflow shows. */
export const fanDetails = wireObject({
  binId: ['bin_id', id],
  binName: ['bin_name', z.string()],
  binNumber: ['bin_number', z.int()],
  mainBoardId: ['main_board_id', z.string()],
  /** The latest command; before the first, this and all fields about it are null. */
  command: ['command', z.nullable(z.string())],
  fan: ['fan_status_after_releasing_command', z.nullable(onOff)],
  status: ['status', z.nullable(status)],
  releasedAt: ['date_time', nullableInstant],
  controlType: ['control_type', z.enum(controlTypes)],
  isConfirmed: ['verified_by_main_board', z.boolean()],
  isProven: ['verified_by_wind_speed', z.boolean()],
  outcome: ['outcome', z.nullable(z.enum(outcomes))],
  /** Why the command failed, expired or was canceled; null if it did not or if no reason is stored. */
  failure: ['failure', z.nullable(z.enum(failures))],
  runForS: ['run_for_s', z.nullable(z.int())],
  /** The name of the person who requested it; null if no person did. */
  requestedBy: ['requested_by', z.nullable(z.string())],
  requestedAt: ['requested_at', nullableInstant],
  expiresAt: ['expires_at', nullableInstant],
  confirmedAt: ['confirmed_at', nullableInstant],
  /** Whether the fan is running, by the airflow if it is measured; null if unknown. */
  currentState: ['current_fan_status', z.nullable(onOff)],
  /** What the board last reported, and since when. */
  reportedState: ['reported_fan_status', z.nullable(onOff)],
  reportedSince: ['reported_since', nullableInstant],
  /**
   * Whether air is moving in the plenum; null without a recent, conclusive measurement since the last report
   * of the fan's state.
   */
  hasAirflow: ['airflow', z.nullable(z.boolean())],
  isLockedOut: ['lockout', z.boolean()],
  /**
   * The caller's own entry, otherwise the earliest one; null if nobody is in or near the bin. While it is
   * set, the fan cannot be turned on.
   */
  entry: ['entry', z.nullable(wireObject(entry))],
  /** Each person in or near the bin, earliest entry first. */
  entries: ['entries', z.array(wireObject({ id: ['id', id], ...entry }))],
  /** When the fan is scheduled to run in a week, in the farm's local time. */
  week: ['schedule', fanWeek],
});
export type FanDetails = z.output<typeof fanDetails>;

export const getFanDetails = route('GET', 'boardCommands/details', {
  summary: "A bin's latest fan command and the state of its fan",
  query: wireObject({
    binId: ['bin_id', z.optional(id)],
    /** If given, they must match the bin. */
    binNumber: ['bin_number', z.optional(z.coerce.number().check(z.int()))],
    topic: ['bin_topic', z.optional(mainBoardId)],
    mainBoardId: [
      'main_board_id',
      describe(
        z.optional(mainBoardId),
        "Instead of a bin: this board's bin that last got a fan command, otherwise the board's first bin",
      ),
    ],
  }).check(
    z.refine(({ binId, mainBoardId }) => (binId === undefined) !== (mainBoardId === undefined), {
      error: 'give either bin_id or main_board_id',
      path: ['bin_id'],
    }),
  ),
  response: fanDetails,
});

export const sendReadingRequest = route('POST', 'board/sendRequestToMainBoard', {
  summary: 'Request a reading of a bin; its board answers when it can receive the request',
  body: wireBody({ binId: ['bin_sensor_id', id] }),
  response: z.string(),
});

export const openEntry = route('POST', 'boardCommands/entry', {
  summary:
    'Report that the caller is in or near a bin: its fan is turned off and cannot be turned on until everyone is out',
  body: wireBody({ binId: ['bin_id', id] }),
  response: fanDetails,
});

export const closeEntry = route('POST', 'boardCommands/entry/close', {
  summary: 'Report that a person is out of a bin; only that person and staff can do so',
  body: wireBody({
    binId: ['bin_id', id],
    entryId: [
      'entry_id',
      describe(
        z.optional(id),
        "The person's entry; if omitted, the caller's own or, if the caller has none, the bin's only entry",
      ),
    ],
  }),
  response: fanDetails,
});

export const sendFanCommand = route('POST', 'boardCommands/addCommandForSingleBin', {
  summary: "Turn a bin's fan on or off; the command is sent when the board can receive it",
  body: wireBody({
    binId: ['bin_id', id],
    /** If given, they must match the bin. */
    binNumber: ['bin_number', z.optional(z.int())],
    mainBoardId: ['bin_topic', z.optional(mainBoardId)],
    command: [
      'command',
      describe(z.optional(z.string().check(z.maxLength(64))), 'If given, it must match the bin'),
    ],
    fan: ['fan_status_after_releasing_command', onOff],
    runForS: [
      'run_for_s',
      describe(
        z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_RUN_FOR_S)))),
        'The board stops the fan this many seconds after it receives the command; if omitted, the fan runs until it is turned off',
      ),
    ],
    controlType: ['control_type', z.optional(z.literal('manual'))],
    /** Ignored: the server determines these itself. */
    current: ['current_fan_status', z.optional(z.nullable(onOff))],
    status: ['status', z.optional(z.string().check(z.maxLength(20)))],
    isConfirmed: ['verified_by_main_board', z.optional(z.boolean())],
    isProven: ['verified_by_wind_speed', z.optional(z.boolean())],
  }),
  response: fanDetails,
});
