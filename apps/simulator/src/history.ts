import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { applyBehaviors, type Behavior } from './behaviors/behavior.ts';
import { missingSensors } from './behaviors/missing-sensors.ts';
import { networkFaults } from './behaviors/network-faults.ts';
import { advanceBin, createEmptyBin, type SimulatedBin } from './board/bin.ts';
import type { FanReport } from './board/main-board.ts';
import { measureBin } from './board/measure.ts';
import type { BinModel } from './board/model.ts';
import type { DemoBoard } from './demo/farm.ts';
import type { Frame } from './frame.ts';

const WEEK = 7 * DAY;
const NO_DATA_BEFORE_ANCHOR = 26 * HOUR;

/** The history of one bin. It stores the state at the start of each week and simulates a week on demand. */
export interface BinHistory {
  readonly model: BinModel;
  /** The number of weeks; week 0 is the newest, the oldest may be shorter. */
  readonly weeks: number;
  /** The bin at the end of its history. */
  readonly now: SimulatedBin;
  /** The frames of a week, oldest first. */
  frames(week: number): Iterable<Frame>;
}

/** Simulates a bin from its start to `until`, with the history of its last `days`. */
export function createHistory(model: BinModel, until: Millis, days: number): BinHistory {
  const from = until - days * DAY;
  const starts: { readonly at: Millis; readonly state: SimulatedBin }[] = [];
  let state = createEmptyBin(model);
  const weeks = Math.ceil(days / 7);
  for (let week = weeks - 1; week >= 0; week--) {
    const at = millis(Math.max(from, until - (week + 1) * WEEK));
    state = advanceBin(model, state, at);
    starts[week] = { at, state };
  }
  return {
    model,
    weeks,
    now: advanceBin(model, state, until),
    frames(week) {
      const start = starts[week];
      if (start === undefined) return [];
      const end = millis(until - week * WEEK);
      return framesBetween(model, start.state, end, until);
    },
  };
}

/**
 * The frames of a bin after the instant of `from` up to `to`: a reading every hour, every ten minutes
 * in the 24 hours before `newest`, and a fan frame each time the fan turns on or off.
 */
export function framesBetween(
  model: BinModel,
  from: SimulatedBin,
  to: Millis,
  newest: Millis,
): Iterable<Frame> {
  return applyBehaviors(
    frameBehaviors(model, from.grain.at),
    simulateFrames(model, from, to, newest),
  );
}

function* simulateFrames(
  model: BinModel,
  from: SimulatedBin,
  to: Millis,
  newest: Millis,
): Generator<Frame> {
  let state = from;
  for (;;) {
    const spacing = state.grain.at >= newest - DAY ? 10 * MINUTE : HOUR;
    const next = millis((Math.floor(state.grain.at / spacing) + 1) * spacing);
    if (next > to) return;
    const before = state.fan.isOn;
    state = advanceBin(model, state, next);
    if (state.fan.isOn !== before) yield plannedFanFrame(model, state.fan.isOn, next);
    yield readingFrame(model, state);
  }
}

/**
 * The reading of a bin at the instant of its state, without faults; with a `commandId` it answers the
 * request.
 */
export function readingFrame(model: BinModel, state: SimulatedBin, commandId?: string): Frame {
  const { at } = state.grain;
  const { binNumber } = model.bin;
  const reading = measureBin(model, state, boardTime(model.board, at));
  const text =
    commandId === undefined
      ? reading
      : JSON.stringify({ ...JSON.parse(reading), command_id: commandId });
  return { kind: 'temp-data', binNumber, at, text };
}

/** A fan switched by the farm's own timer, before the first command. */
export function plannedFanFrame(model: BinModel, isOn: boolean, at: Millis): Frame {
  return createFanFrame(model, at, { fan: isOn ? 'on' : 'off', by: 'timer' });
}

/** A board's report on a fan; with a `commandId` it answers the command. */
export function fanFrame(model: BinModel, report: Omit<FanReport, 'binNumber'>, at: Millis): Frame {
  const { isOn, by, commandId, eventId, isLocked } = report;
  return createFanFrame(model, at, {
    fan: isOn ? 'on' : 'off',
    by,
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
    date_time: boardTime(model.board, at),
  };
  return { kind: 'fan-data', binNumber, at, text: JSON.stringify(frame) };
}

/** Realtime boards write ISO 8601, the others epoch seconds; parsers must accept both. */
export function boardTime(board: DemoBoard, at: Millis): string | number {
  return board.firmware === 'realtime' ? new Date(at).toISOString() : Math.floor(at / 1000);
}

/** The bin whose clock is wrong when there are network faults. */
const WRONG_CLOCK_BIN = 2;

/**
 * The faults of the bin's sensors and network: from its cables, its scenario, and random network
 * faults from `since` on.
 */
export function frameBehaviors(model: BinModel, since: Millis): Behavior[] {
  const behaviors = model.bin.cables.flatMap(({ missing }, i) =>
    missing.length > 0 ? [missingSensors(i + 1, missing)] : [],
  );
  const from = noDataFrom(model);
  if (from !== null) behaviors.push(noData(from));
  if (model.hasNetworkFaults) {
    behaviors.push(...networkFaults(model.seed, since, model.bin.binNumber === WRONG_CLOCK_BIN));
  }
  return behaviors;
}

/** When the bin's board stopped reporting; null when it still reports. */
export function noDataFrom(model: BinModel): Millis | null {
  return model.bin.scenario === 'no-data' ? millis(model.anchor - NO_DATA_BEFORE_ANCHOR) : null;
}

/** Drops the frames from `from` until `to`. */
export function noData(from: Millis, to = Number.POSITIVE_INFINITY): Behavior {
  return function* (frames) {
    for (const frame of frames) if (frame.at < from || frame.at >= to) yield frame;
  };
}
