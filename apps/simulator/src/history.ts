import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { applyBehaviors, type Behavior } from './behaviors/behavior.ts';
import { disconnectSensors } from './behaviors/missing-sensors.ts';
import { createNetworkFaults } from './behaviors/network-faults.ts';
import { advanceBin, createEmptyBin, type SimulatedBin } from './board/bin.ts';
import type { FanReport } from './board/main-board.ts';
import { formatReadingFrame } from './board/measure.ts';

import type { BinModel } from './board/model.ts';
import type { DemoBoard } from './demo/farm.ts';
import type { Frame } from './frame.ts';

const WEEK = 7 * DAY;
const NO_DATA_BEFORE_ANCHOR = 26 * HOUR;

/** The history of one bin. It stores the state at the start of each week and simulates a week on demand. */
export interface BinHistory {
  readonly model: BinModel;
  /** The number of weeks; week 0 is the newest, and the oldest can be shorter. */
  readonly weekCount: number;
  /** The bin at the end of its history. */
  readonly finalState: SimulatedBin;
  /** The frames of a week, oldest first. */
  simulateWeek(week: number): Iterable<Frame>;
}

/** Simulates a bin from its start to `until`; the history covers the last `days` days. */
export function createHistory(model: BinModel, until: Millis, days: number): BinHistory {
  const from = until - days * DAY;
  const starts: { readonly at: Millis; readonly state: SimulatedBin }[] = [];
  let state = createEmptyBin(model);
  const weekCount = Math.ceil(days / 7);
  for (let week = weekCount - 1; week >= 0; week--) {
    const at = millis(Math.max(from, until - (week + 1) * WEEK));
    state = advanceBin(model, state, at);
    starts[week] = { at, state };
  }
  return {
    model,
    weekCount,
    finalState: advanceBin(model, state, until),
    simulateWeek(week) {
      const start = starts[week];
      if (start === undefined) return [];
      const end = millis(until - week * WEEK);
      return simulateFramesBetween(model, start.state, end, until);
    },
  };
}

/**
 * Simulates the frames of a bin after the time of `initialState`, up to `to`: a reading every hour, or every
 * ten minutes in the 24 hours before `newest`, and a fan frame each time the fan turns on or off.
 */
export function simulateFramesBetween(
  model: BinModel,
  initialState: SimulatedBin,
  to: Millis,
  newest: Millis,
): Iterable<Frame> {
  return applyBehaviors(
    createFrameBehaviors(model, initialState.grain.at),
    simulateFrames(model, initialState, to, newest),
  );
}

function* simulateFrames(
  model: BinModel,
  initialState: SimulatedBin,
  to: Millis,
  newest: Millis,
): Generator<Frame> {
  let state = initialState;
  for (;;) {
    const intervalMs = state.grain.at >= newest - DAY ? 10 * MINUTE : HOUR;
    const next = millis((Math.floor(state.grain.at / intervalMs) + 1) * intervalMs);
    if (next > to) return;
    const wasOn = state.fan.isOn;
    state = advanceBin(model, state, next);
    if (state.fan.isOn !== wasOn) yield createTimerFanFrame(model, state.fan.isOn, next);
    yield createReadingFrame(model, state);
  }
}

/**
 * Creates the frame with a bin's reading at the time of its state, without faults; with a `commandId`, it
 * answers the request.
 */
export function createReadingFrame(
  model: BinModel,
  state: SimulatedBin,
  commandId?: string,
): Frame {
  const { at } = state.grain;
  const { binNumber } = model.bin;
  const reading = formatReadingFrame(model, state, formatBoardTime(model.board, at));
  const text =
    commandId === undefined
      ? reading
      : JSON.stringify({ ...JSON.parse(reading), command_id: commandId });
  return { kind: 'temp-data', binNumber, at, text };
}

/**
 * Creates the report that the farm's own timer turned a fan on or off, which happens only until the first
 * command.
 */
export function createTimerFanFrame(model: BinModel, isOn: boolean, at: Millis): Frame {
  return createFanFrame(model, at, { fan: isOn ? 'on' : 'off', by: 'timer' });
}

/** Creates a board's report on a fan; with a `commandId`, it answers the command. */
export function createFanReportFrame(
  model: BinModel,
  report: Omit<FanReport, 'binNumber'>,
  at: Millis,
): Frame {
  const { isOn, cause, commandId, eventId, isLocked } = report;
  return createFanFrame(model, at, {
    fan: isOn ? 'on' : 'off',
    by: cause,
    ...(commandId !== null && { command_id: commandId }),
    event_id: eventId,
    lockout: isLocked,
  });
}

function createFanFrame(model: BinModel, at: Millis, fields: object): Frame {
  const { binNumber } = model.bin;
  const frame = {
    v: 1,
    bin_number: binNumber,
    ...fields,
    date_time: formatBoardTime(model.board, at),
  };
  return { kind: 'fan-data', binNumber, at, text: JSON.stringify(frame) };
}

/** Realtime boards write ISO 8601, the others epoch seconds; parsers must accept both. */
export function formatBoardTime(board: DemoBoard, at: Millis): string | number {
  return board.firmware === 'realtime' ? new Date(at).toISOString() : Math.floor(at / 1000);
}

/** The number of the bin whose clock is wrong when there are network faults. */
const WRONG_CLOCK_BIN = 2;

/**
 * Creates the bin's faults: those of its cables and its scenario, and random network faults from `since` on.
 */
export function createFrameBehaviors(model: BinModel, since: Millis): Behavior[] {
  const behaviors = model.bin.cables.flatMap(({ missingPositions }, i) =>
    missingPositions.length > 0 ? [disconnectSensors(i + 1, missingPositions)] : [],
  );
  const noDataSince = findNoDataSince(model);
  if (noDataSince !== null) behaviors.push(dropFrames(noDataSince));
  if (model.hasNetworkFaults) {
    behaviors.push(
      ...createNetworkFaults(model.seed, since, model.bin.binNumber === WRONG_CLOCK_BIN),
    );
  }
  return behaviors;
}

/** When the bin's board stopped reporting; null when it still reports. */
export function findNoDataSince(model: BinModel): Millis | null {
  return model.bin.scenario === 'no-data' ? millis(model.anchor - NO_DATA_BEFORE_ANCHOR) : null;
}

/** Drops the frames from `from` to before `to`. */
export function dropFrames(from: Millis, to = Number.POSITIVE_INFINITY): Behavior {
  return function* (frames) {
    for (const frame of frames) if (frame.at < from || frame.at >= to) yield frame;
  };
}
