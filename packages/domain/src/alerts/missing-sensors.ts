import { createSensorPadder, getMaxLengths } from '../readings/day-rollup.ts';
import type { Reading, SensorGrid } from '../readings/reading.ts';
import type { GetStatus } from '../readings/sensors.ts';
import { HOUR, type Millis, NO_VALUE } from '../units.ts';
import type { OpenAlert, SensorPlace } from './alert.ts';
import { type AlertSettings, toSensorStatus } from './settings.ts';

/** A sensor that used to have a value and now has none. */
export interface MissingSensor extends SensorPlace {
  /** When it last had a value. */
  readonly since: Millis;
  /** Readings in a row without a value from it. */
  readonly readings: number;
}

/**
 * Which sensors have values; those that never had one are not listed. Disabled sensors are left out. Muted
 * ones are tracked: they raise no alert, but show that their cable works.
 */
export interface TrackedSensors {
  /** For each cable, one digit for each position: 1 if the newest reading has a value there. */
  readonly reporting: readonly string[];
  readonly missing: readonly MissingSensor[];
  /** The address of each cable when its sensors were first reported; null if it is not known. */
  readonly addresses: readonly (number | null)[];
}

export const NO_SENSORS: TrackedSensors = { reporting: [], missing: [], addresses: [] };

/** Tracks which sensors have values from one reading, taken at `lastAt`, to the next. */
export function trackSensors(
  tracked: TrackedSensors,
  { at, temperatures, cableIds }: Pick<Reading, 'at' | 'temperatures' | 'cableIds'>,
  lastAt: Millis | null,
  settings: AlertSettings,
): TrackedSensors {
  const before = forgetReplacedCables(tracked, cableIds, settings);
  const getStatus = toSensorStatus(settings);
  const { lengths, values } = temperatures;
  const missing: MissingSensor[] = [];
  const reporting: string[] = [];
  let offset = 0;
  for (let column = 0; column < Math.max(lengths.length, before.reporting.length); column++) {
    const known = before.reporting[column] ?? '';
    const cableValues = values.subarray(offset, offset + (lengths[column] ?? 0));
    // A broken cable might list fewer sensors, so sensors that have had a value are assumed to still exist.
    const count = Math.max(cableValues.length, known.length);
    let digits = '';
    for (let position = 1; position <= count; position++) {
      const hasValue = (cableValues[position - 1] ?? NO_VALUE) !== NO_VALUE;
      const isEnabled = getStatus(column + 1, position) !== 'disable';
      digits += hasValue && isEnabled ? '1' : '0';
      if (hasValue || !isEnabled) continue;
      const place = { cable: column + 1, position };
      const previous = before.missing.find((sensor) => isSamePlace(sensor, place));
      if (previous !== undefined) missing.push({ ...previous, readings: previous.readings + 1 });
      else if (known[position - 1] === '1')
        missing.push({ ...place, since: lastAt ?? at, readings: 1 });
    }
    reporting.push(digits);
    offset += cableValues.length;
  }
  return { reporting, missing, addresses: before.addresses };
}

/**
 * Forgets the sensors of a cable that reports a different address than before, if a user set the cable to
 * that address: it is another cable, or was reconfigured.
 */
function forgetReplacedCables(
  { reporting, missing, addresses }: TrackedSensors,
  reportedIds: Reading['cableIds'],
  { cables }: Pick<AlertSettings, 'cables'>,
): TrackedSensors {
  const replacedCables = new Set<number>();
  const newestAddresses = Array.from(
    { length: Math.max(addresses.length, reportedIds.length) },
    (_, column) => {
      const [before = null, now = null] = [addresses[column], reportedIds[column]];
      if (before === null) return now === -1 ? null : now;
      const isSet = cables.some(({ cable, cableId }) => cable === column + 1 && cableId === now);
      if (now === null || now === before || !isSet) return before;
      replacedCables.add(column + 1);
      return now;
    },
  );
  return {
    reporting: reporting.map((digits, column) => (replacedCables.has(column + 1) ? '' : digits)),
    missing: missing.filter(({ cable }) => !replacedCables.has(cable)),
    addresses: newestAddresses,
  };
}

/**
 * The sensors that have had values, except those that have since been disabled or whose cable has been
 * removed.
 */
export function forgetDisabledSensors(
  tracked: TrackedSensors,
  settings: Pick<AlertSettings, 'cables' | 'getStatus'>,
): TrackedSensors {
  const getStatus = toSensorStatus(settings);
  const isEnabled = (cable: number, position: number) => getStatus(cable, position) !== 'disable';
  return {
    ...tracked,
    reporting: tracked.reporting.map((digits, column) =>
      [...digits].map((digit, index) => (isEnabled(column + 1, index + 1) ? digit : '0')).join(''),
    ),
    missing: tracked.missing.filter(({ cable, position }) => isEnabled(cable, position)),
  };
}

/**
 * How many sensors each cable has: the larger of the number that it lists and the number that it had before
 * (`knownCounts`), because a broken cable lists fewer. The last sensors are not counted if it does not
 * list them and a user has muted or disabled them.
 */
export function listSensorCounts(
  listedCounts: readonly number[],
  knownCounts: readonly number[],
  getStatus: GetStatus,
): number[] {
  return getMaxLengths([listedCounts, knownCounts]).map((longest, column) => {
    let length = longest;
    while (length > (listedCounts[column] ?? 0) && getStatus(column + 1, length) !== 'unmute')
      length--;
    return length;
  });
}

/** Like `listSensorCounts`, but the known sensors are those that have ever had a value. */
export function getFullCableLengths(
  listed: readonly number[],
  { reporting, missing }: TrackedSensors,
  settings: Pick<AlertSettings, 'cables' | 'getStatus'>,
): number[] {
  // A position that was listed but never had a value might be an error in a single frame.
  const known = reporting.map((digits, column) => {
    const missingOnCable = missing.filter(({ cable }) => cable === column + 1);
    return Math.max(digits.lastIndexOf('1') + 1, ...missingOnCable.map(({ position }) => position));
  });
  return listSensorCounts(listed, known, toSensorStatus(settings));
}

/**
 * The values of a reading for all sensors of its cables; sensors that a broken cable does not list have no
 * value.
 */
export function padBrokenCables(
  { lengths, values }: SensorGrid,
  sensors: TrackedSensors,
  settings: Pick<AlertSettings, 'cables' | 'getStatus'>,
): SensorGrid {
  const full = getFullCableLengths(lengths, sensors, settings);
  return { lengths: full, values: createSensorPadder(lengths, full)(values) };
}

/** Whether the cable now has fewer sensors than this position. */
export function isRemovedPosition(
  { reporting }: TrackedSensors,
  { cable, position }: SensorPlace,
): boolean {
  const reportedDigits = reporting[cable - 1] ?? '';
  return reportedDigits.includes('1') && position > reportedDigits.length;
}

function isSamePlace(one: SensorPlace, other: SensorPlace): boolean {
  return one.cable === other.cable && one.position === other.position;
}

/** A sensor must have no value in this many readings before it is considered missing: two usual intervals. */
const MIN_MISSING_READINGS = 2;

/**
 * The alerts about cables and sensors without data while the board still reports: a cable without any value,
 * and single sensors on the other cables. They are raised after the same time without a value as the alert
 * about a bin without data.
 */
export function evaluateMissing(
  find: (rule: OpenAlert['rule']) => OpenAlert | null,
  { reporting, missing }: TrackedSensors,
  at: Millis,
  settings: Pick<AlertSettings, 'noDataHours' | 'cables' | 'getStatus'>,
): OpenAlert[] {
  const { noDataHours } = settings;
  if (noDataHours === null) return [];
  const getStatus = toSensorStatus(settings);
  const isDue = ({ since, readings }: MissingSensor) =>
    at - since >= noDataHours * HOUR && readings >= MIN_MISSING_READINGS;
  const dueSensors = missing.filter(
    (sensor) => isDue(sensor) && getStatus(sensor.cable, sensor.position) === 'unmute',
  );
  const isDead = (cable: number) =>
    !reporting[cable - 1]?.includes('1') &&
    missing.every((sensor) => sensor.cable !== cable || isDue(sensor));
  const missingCables = dueSensors.filter(
    ({ cable }, index) =>
      isDead(cable) && dueSensors.findIndex((sensor) => sensor.cable === cable) === index,
  );
  const missingSensors = dueSensors.filter(({ cable }) => !isDead(cable));
  return [
    ...toAlert('cable-no-data', find('cable-no-data'), missingCables, noDataHours),
    ...toAlert('sensor-no-data', find('sensor-no-data'), missingSensors, noDataHours),
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
