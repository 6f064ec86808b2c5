import { DAY, HOUR, type Millis } from '@granary/domain/units';
import { plannedFan } from './fan-plan.ts';
import { type BinState, emptyBin, grainMean, stepBin } from './grain.ts';
import type { BinModel } from './model.ts';
import { movesAir } from './story.ts';
import { weatherAt } from './weather.ts';

/** The fan of a simulated bin: on or off, and whether a command or the farm's habit set it. */
export interface FanState {
  readonly isOn: boolean;
  readonly isCommanded: boolean;
}

/** A bin with its fan. */
export interface SimulatedBin {
  readonly grain: BinState;
  readonly fan: FanState;
}

/** Bins begin empty this long before the anchor, ahead of their first load. */
const BEGIN = 412 * DAY;

/** The bin before anything was in it. */
export function beginBin(model: BinModel): SimulatedBin {
  const at = (Math.floor((model.anchor - BEGIN) / HOUR) * HOUR) as Millis;
  return {
    grain: emptyBin(model, at, weatherAt(model.place, at)),
    fan: { isOn: false, isCommanded: false },
  };
}

/**
 * The bin at `at`, in steps of an hour at most; an instant before its own leaves it as it is. The
 * fan follows the farm's habit until it is commanded, then stays as commanded.
 */
export function advanceBin(model: BinModel, from: SimulatedBin, at: Millis): SimulatedBin {
  let { grain, fan } = from;
  while (grain.at < at) {
    const dt = Math.min(HOUR, at - grain.at);
    const weather = weatherAt(model.place, grain.at);
    if (!fan.isCommanded) {
      const isOn = plannedFan(model, fan.isOn, grainMean(model, grain), weather, grain.at);
      if (isOn !== fan.isOn) fan = { isOn, isCommanded: false };
    }
    const isAirMoving = movesAir(model, fan.isOn);
    grain = stepBin(model, grain, { weather, isAirMoving }, dt);
  }
  return { grain, fan };
}
