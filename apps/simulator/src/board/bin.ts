import { DAY, HOUR, type Millis } from '@granary/domain/units';
import { shouldRunFan } from './fan-plan.ts';
import {
  type BinState,
  calculateMeanGrainTemperature,
  createEmptyState,
  stepBin,
} from './grain.ts';
import type { BinModel } from './model.ts';
import { movesAir } from './scenario.ts';
import { calculateWeather } from './weather.ts';

/** The fan of a simulated bin: on or off, and whether a command set it. */
export interface FanState {
  readonly isOn: boolean;
  readonly isCommanded: boolean;
}

/** A simulated bin: its grain and its fan. */
export interface SimulatedBin {
  readonly grain: BinState;
  readonly fan: FanState;
}

/** Bins start empty this long before the anchor, before their first load. */
const START_BEFORE_ANCHOR = 412 * DAY;

/** Creates a bin as it is before its first load. */
export function createEmptyBin(model: BinModel): SimulatedBin {
  const at = (Math.floor((model.anchor - START_BEFORE_ANCHOR) / HOUR) * HOUR) as Millis;
  return {
    grain: createEmptyState(model, at, calculateWeather(model.location, at)),
    fan: { isOn: false, isCommanded: false },
  };
}

/**
 * Advances a bin to `at` in steps of at most an hour; returns it unchanged when `at` is earlier than its
 * state. The fan follows its plan until the first command.
 */
export function advanceBin(model: BinModel, bin: SimulatedBin, at: Millis): SimulatedBin {
  let { grain, fan } = bin;
  while (grain.at < at) {
    const dt = Math.min(HOUR, at - grain.at);
    const weather = calculateWeather(model.location, grain.at);
    if (!fan.isCommanded) {
      const isOn = shouldRunFan(
        model,
        fan.isOn,
        calculateMeanGrainTemperature(model, grain),
        weather,
        grain.at,
      );
      if (isOn !== fan.isOn) fan = { isOn, isCommanded: false };
    }
    const isAirMoving = movesAir(model, fan.isOn);
    grain = stepBin(model, grain, { weather, isAirMoving }, dt);
  }
  return { grain, fan };
}
