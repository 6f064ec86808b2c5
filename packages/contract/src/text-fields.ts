import { formatRouteName, type Route } from './route.ts';

/** The body fields that are also accepted as text; `*` matches every item in a list. */
export interface TextFields {
  /** Number fields that are also accepted as strings: `"12.5"`. */
  readonly numbers: readonly string[];
  /** Nullable fields that are also accepted as an empty string: `""` is null. */
  readonly emptyAsNull: readonly string[];
}

const general = ['freq', 'bin_in', 'bin_size'];
const alerts = [
  'temp_alert_threshold',
  'co2',
  'temperature_difference',
  'time_interval',
  'minimum_level_sensor',
  'maximum_level_sensor',
];
const firmware = ['bin_number'];
const inventory = [
  'level_sensor_empty',
  'dead_zone_for_radar',
  'pressure_cables.Y1',
  'pressure_cables.Y2',
];
const fan = [
  'fan_on_threshold',
  'fan_off_threshold',
  'min_ambient_temperature',
  'min_ambient_EMC',
  'max_ambient_EMC',
  'fan_on_speed',
  'fan_off_speed',
  'fan_kw',
];
const cables = ['cable_names.*.cable', 'cable_names.*.cable_id', 'cable_names.*.bin'];
const coordinates = ['lat', 'lng'];

/**
 * The request body fields that are also accepted as text, keyed by route name, because forms and older
 * clients send values exactly as the user typed them. The API document lists them.
 */
export const textFields: ReadonlyMap<string, TextFields> = new Map([
  ['POST farm/addFarm', { numbers: coordinates, emptyAsNull: [] }],
  [
    'POST farm/updateFarm',
    { numbers: [...coordinates, 'price_per_kwh'], emptyAsNull: ['bin_id_for_channel_8_readings'] },
  ],
  ['POST user/addUser', { numbers: [], emptyAsNull: ['distributor_id'] }],
  [
    'POST board/addBinSensor',
    { numbers: ['bin_number', 'bin_in', 'freq', 'bin_size'], emptyAsNull: [] },
  ],
  ['PUT board/:binId/position', { numbers: coordinates, emptyAsNull: [] }],
  ['PUT board/:binId/general', { numbers: general, emptyAsNull: [] }],
  ['PUT board/:binId/alerts', { numbers: alerts, emptyAsNull: [] }],
  ['PUT board/:binId/firmware', { numbers: firmware, emptyAsNull: [] }],
  ['PUT board/:binId/inventory', { numbers: inventory, emptyAsNull: [] }],
  ['PUT board/:binId/fan-settings', { numbers: fan, emptyAsNull: [] }],
  ['PUT board/:binId/cables-mgmt', { numbers: cables, emptyAsNull: [] }],
  [
    'PUT board/:binId',
    {
      numbers: [...general, ...alerts, ...firmware, ...inventory, ...fan, ...cables],
      emptyAsNull: [],
    },
  ],
  [
    'POST board/sensor/:binId/:cableId/:position',
    { numbers: ['cable', 'positions.*'], emptyAsNull: [] },
  ],
  ['POST board/addBinLoad', { numbers: ['volume', 'moisture', 'protein'], emptyAsNull: [] }],
  [
    'POST cablesConfiguration/updateCableConfiguration',
    {
      numbers: [
        'bin_number',
        'old_cable_id',
        'new_cable_id',
        'new_sensor_position',
        'sensor_positions.*',
      ],
      emptyAsNull: ['new_cable_id', 'new_sensor_position'],
    },
  ],
  [
    'POST boardCommands/addCommandForSingleBin',
    { numbers: ['bin_number', 'run_for_s'], emptyAsNull: [] },
  ],
  ['POST boardCommands/addCommandScheduled', { numbers: ['bin_number'], emptyAsNull: [] }],
  ['POST rawData/getFilteredData', { numbers: ['page', 'limit'], emptyAsNull: [] }],
]);

/** A number as text, as in forms and JSON, of limited length. */
const NUMERIC_TEXT = /^-?(\d{1,30}(\.\d{1,30})?|\.\d{1,30})([eE][-+]?\d{1,3})?$/;

/** Converts the numeric and empty strings in a request body to numbers and nulls. */
export function convertTextFields(route: Pick<Route, 'method' | 'path'>, body: unknown): unknown {
  const fields = textFields.get(formatRouteName(route));
  if (fields === undefined) return body;
  const bodyWithNulls = fields.emptyAsNull.reduce(
    (value, path) => replaceAt(value, path.split('.'), emptyToNull),
    body,
  );
  return fields.numbers.reduce(
    (value, path) => replaceAt(value, path.split('.'), toNumber),
    bodyWithNulls,
  );
}

/** Parses a numeric string; returns any other value, or a number out of range, unchanged. */
function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !NUMERIC_TEXT.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function emptyToNull(value: unknown): unknown {
  return value === '' ? null : value;
}

/**
 * Returns a copy of the value with the item at the path replaced; the value itself if the path does not
 * exist.
 */
function replaceAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  replace: (currentValue: unknown) => unknown,
): unknown {
  if (key === undefined) return replace(value);
  if (key === '*') {
    return Array.isArray(value) ? value.map((item) => replaceAt(item, rest, replace)) : value;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  // A safe cast: the check above ensures that this is an object with the key.
  const currentValue = (value as Record<string, unknown>)[key];
  return { ...value, [key]: replaceAt(currentValue, rest, replace) };
}
