import type { Reading } from '../readings/reading.ts';
import { HOUR, type Millis, NO_VALUE } from '../units.ts';
import type { OpenAlert, SensorPlace } from './alert.ts';
import { type AlertSettings, toSensorStatus } from './settings.ts';

/** A sensor that had a value before, and has none. */
export interface MissingSensor extends SensorPlace {
  /** Its last value. */
  readonly since: Millis;
  /** Readings in a row without a value of it. */
  readonly readings: number;
}

/** Which sensors have values; those that never had one are in neither. */
export interface TrackedSensors {
  /** For each cable a digit for each position: 1 if the newest reading has a value. */
  readonly reporting: readonly string[];
  readonly missing: readonly MissingSensor[];
}

export const NO_SENSORS: TrackedSensors = { reporting: [], missing: [] };

/** Follows which sensors have values from one reading, taken at `lastAt`, to the next. */
export function trackSensors(
  before: TrackedSensors,
  { at, temperatures }: Pick<Reading, 'at' | 'temperatures'>,
  lastAt: Millis | null,
  settings: AlertSettings,
): TrackedSensors {
  const getStatus = toSensorStatus(settings);
  const { lengths, values } = temperatures;
  const missing: MissingSensor[] = [];
  const reporting: string[] = [];
  let first = 0;
  for (let column = 0; column < Math.max(lengths.length, before.reporting.length); column++) {
    const known = before.reporting[column] ?? '';
    const length = lengths[column] ?? 0;
    let digits = '';
    for (let position = 1; position <= Math.max(length, known.length); position++) {
      const hundredths = position <= length ? values[first + position - 1] : undefined;
      const hasValue = hundredths !== undefined && hundredths !== NO_VALUE;
      const counts = getStatus(column + 1, position) === 'unmute';
      digits += hasValue && counts ? '1' : '0';
      if (hasValue || !counts) continue;
      const place = { cable: column + 1, position };
      const previous = before.missing.find(
        (one) => one.cable === place.cable && one.position === position,
      );
      if (previous !== undefined) missing.push({ ...previous, readings: previous.readings + 1 });
      else if (known[position - 1] === '1')
        missing.push({ ...place, since: lastAt ?? at, readings: 1 });
    }
    reporting.push(digits);
    first += length;
  }
  return { reporting, missing };
}

/** A sensor is missing in this many readings before it counts: two usual intervals. */
const READINGS = 2;

/**
 * The alerts of cables and sensors without data, while the board reports others: a cable without any
 * value, and single sensors of the other cables. They are due as long after the last value as the alert
 * of a bin without data.
 */
export function evaluateMissing(
  find: (rule: OpenAlert['rule']) => OpenAlert | null,
  { reporting, missing }: TrackedSensors,
  at: Millis,
  { silenceHours }: Pick<AlertSettings, 'silenceHours'>,
): OpenAlert[] {
  if (silenceHours === null) return [];
  const due = missing.filter(
    ({ since, readings }) => at - since >= silenceHours * HOUR && readings >= READINGS,
  );
  const isDead = (cable: number) =>
    !reporting[cable - 1]?.includes('1') &&
    missing.filter((one) => one.cable === cable).length ===
      due.filter((one) => one.cable === cable).length;
  const ofCables = due.filter(
    ({ cable }, index) => isDead(cable) && due.findIndex((one) => one.cable === cable) === index,
  );
  const ofSensors = due.filter(({ cable }) => !isDead(cable));
  return [
    ...toAlert('cable-no-data', find('cable-no-data'), ofCables, silenceHours),
    ...toAlert('sensor-no-data', find('sensor-no-data'), ofSensors, silenceHours),
  ];
}

function toAlert(
  rule: 'cable-no-data' | 'sensor-no-data',
  previous: OpenAlert | null,
  sensors: readonly MissingSensor[],
  hours: number,
): OpenAlert[] {
  const [first] = sensors;
  if (first === undefined) return [];
  const since = sensors.reduce(
    (oldest, sensor) => (sensor.since < oldest ? sensor.since : oldest),
    first.since,
  );
  return [
    {
      rule,
      severity: 'warning',
      since: previous?.since ?? since,
      value: null,
      limit: null,
      sensors: sensors.map(({ cable, position }) => ({ cable, position, value: hours })),
    },
  ];
}
