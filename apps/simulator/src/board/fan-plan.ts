import { DAY, HOUR, MINUTE, type Millis } from '@granary/domain/units';
import type { BinModel } from './model.ts';
import type { Weather } from './weather.ts';

/** How long before the anchor the fan's schedule was entered. */
const SCHEDULE_AGE = 30 * DAY;

/**
 * Whether the farm's plan runs the fan at `at`; the plan applies until the first command. `grainMean` is °C,
 * null in an empty bin.
 */
export function shouldRunFan(
  model: BinModel,
  wasOn: boolean,
  grainMean: number | null,
  weather: Weather,
  at: Millis,
): boolean {
  const { fan, scenario } = model.bin;
  if (fan === null || grainMean === null) return false;
  const sinceAnchor = at - model.anchor;
  switch (scenario) {
    case 'no-air':
      return sinceAnchor >= -5 * HOUR - 10 * MINUTE;
    case 'hot-spot':
      if (sinceAnchor > -30 * DAY) return false;
      break;
    case 'high-co2':
      if (sinceAnchor > -12 * DAY) return false;
      break;
    default:
  }
  switch (fan.mode) {
    case 'scheduled':
      return sinceAnchor > -SCHEDULE_AGE && isScheduled(model, at);
    case 'automatic': {
      const isInLastRun =
        scenario === 'healthy' && sinceAnchor > -9 * HOUR && sinceAnchor < 3 * DAY;
      return isInLastRun
        ? weather.temperature < grainMean
        : shouldCool(model, wasOn, grainMean, weather);
    }
    case 'manual':
      return model.bin.loads.some(({ type, daysAgo }) => {
        const sinceLoad = sinceAnchor + daysAgo * DAY;
        return type === 'load' && sinceLoad > 2 * DAY && sinceLoad < 6 * DAY;
      });
  }
}

function shouldCool(model: BinModel, wasOn: boolean, grainMean: number, weather: Weather): boolean {
  const { onThreshold, offThreshold, minAmbientTemperature } = model.bin.fan ?? {};
  if (onThreshold == null || offThreshold == null || minAmbientTemperature == null) return false;
  if (weather.temperature < minAmbientTemperature || weather.humidity > 85) return false;
  const difference = grainMean - weather.temperature;
  return wasOn
    ? grainMean > offThreshold && difference > 2
    : grainMean >= onThreshold && difference > 5;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function isScheduled(model: BinModel, at: Millis): boolean {
  const slot = model.bin.fan?.slot ?? null;
  if (slot === null) return false;
  let formatter = formatters.get(model.timezone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: model.timezone,
      hour: '2-digit',
      minute: '2-digit',
    });
    formatters.set(model.timezone, formatter);
  }
  const time = formatter.format(at);
  return slot.onTime <= time && time < slot.offTime;
}
