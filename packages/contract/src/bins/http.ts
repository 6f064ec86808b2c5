import { refusalReasons } from '@granary/domain/boards/board-problems';
import { boardTypes, firmwareNames } from '@granary/domain/boards/options';
import { settingsKinds } from '@granary/domain/commands/settings-commands';
import * as z from 'zod/mini';
import { alertSummary } from '../alerts/summary.ts';
import { fanState } from '../fans/state.ts';
import { cable, reading, sensorStatus, sensorsInformation } from '../readings/reading-response.ts';
import { scalarWireNames } from '../readings/scalars.ts';
import { route } from '../route.ts';
import { cropUnit, temperatureUnit } from '../units.ts';
import { day, id, instant, wireObject } from '../wire.ts';

export const boardType = z.enum(boardTypes);
export const firmwareName = z.enum(firmwareNames);
export const loadMethod = z.enum(['manual', 'siloscan pro', 'siloscan max', 'pressure cable']);
export const fanAutomation = z.enum(['manual', 'automatic', 'scheduled']);
const scalar = z.nullable(z.number());

/** The latest values of the farm's outdoor sensor (channel 8), from the bin it is wired to. */
export const ambient = wireObject({
  at: ['date_time', instant],
  temperature: [scalarWireNames.ambientTemperature, scalar],
  humidity: [scalarWireNames.ambientHumidity, scalar],
});

/** The cable with the newest reading's hot spot, when the hot spot began, and how fast it is warming. */
export const hotSince = z.nullable(
  wireObject({
    cable: ['cable', z.int()],
    /** The first day of the hot spot. */
    day: ['day', day],
    /** How fast the hottest sensor warmed over the last seven days, °C per day; null if unknown. */
    ratePerDay: ['rate_per_day', scalar],
  }),
);
export type HotSince = z.output<typeof hotSince>;

/** Problems with the sign-in and the bin numbers of a bin's board; null if there are none. */
export const boardProblems = z.nullable(
  wireObject({
    /** The last refused sign-in since the board last signed in. */
    refusedAt: ['refused_at', z.nullable(instant)],
    /** Whether the board has signed in with its current key. */
    isKeyProven: ['key_proven', z.boolean()],
    /** The bin numbers that the board sends but that have no bin, each with the time of its last frame. */
    unknownBins: [
      'unknown_bins',
      z.readonly(
        z.array(wireObject({ binNumber: ['bin_number', z.int()], at: ['date_time', instant] })),
      ),
    ],
  }),
);

/** A refused sign-in with a board's ID. */
export const refusedSignIn = wireObject({
  at: ['date_time', instant],
  /** The network that the sign-in came from. */
  address: ['address', z.string()],
  reason: ['reason', z.enum(refusalReasons)],
});

/** Someone is in or near the bin, so its fan cannot be turned on. */
export const hasOpenEntry = z.boolean();
/** The names of the people in or near the bin, earliest entry first; null for a deleted account. */
export const peopleInside = z.readonly(z.array(z.nullable(z.string())));

const commonFields = {
  id: ['id', id],
  documentId: ['_id', id],
  name: ['bin_name', z.string()],
  crop: ['crop_name', z.nullable(z.string())],
  cropUnit: ['crop_unit', cropUnit],
  size: ['bin_size', scalar],
  /** The quantity now, in `crop_unit`; null while the level is unknown. */
  volume: ['volume', scalar],
  lat: ['lat', scalar],
  lng: ['lng', scalar],
  mainBoardId: ['bin_topic', z.string()],
  binNumber: ['bin_number', z.int()],
  temperatureUnit: ['temp_unit', temperatureUnit],
  /** True if relative humidity is shown, false if moisture is. */
  showsHumidity: ['read_humidty', z.boolean()],
  batteryAttached: ['battery_attached', z.boolean()],
  levelSensorEmptyMm: ['level_sensor_empty', scalar],
  loadMethod: ['bin_load_manual', loadMethod],
  /** A sensor is hot when it is this much warmer than the others at its depth, °C. */
  differenceAlertC: ['temperature_difference', scalar],
  cables: ['cable_names', z.array(cable)],
  farmId: ['farm_id', id],
  ownerId: ['user_id', id],
  ambient: ['ambient', z.nullable(ambient)],
  hotSince: ['hot_since', hotSince],
  boardProblems: ['board_problems', boardProblems],
  hasOpenEntry: ['entry_open', hasOpenEntry],
  peopleInside: ['people_inside', peopleInside],
  /** The open alerts, at most one for each rule. */
  alerts: ['open_alerts', z.readonly(z.array(alertSummary))],
  /** Incremented on every change; a write sends the version that was read. */
  version: ['version', z.int()],
} as const;

export const listedBin = wireObject({
  ...commonFields,
  isFanAutomatic: ['fan_automation', z.boolean()],
  farm: ['farms', wireObject({ name: ['farm_name', z.string()] })],
  /** The newest reading; null before the first. */
  latest: ['latest_reading', z.nullable(reading)],
  sensorsInformation: ['sensors_information', sensorsInformation],
  plenumSensorAttached: ['plenum_sensor_attached', z.boolean()],
  fan: ['fan_state', fanState],
  fanMode: ['fan_mode', fanAutomation],
  /** The median of the last ten intervals between readings, seconds. */
  usualIntervalS: ['usual_interval_s', z.number()],
  /** The highest grain temperature on each of the last eight days that have readings, oldest first. */
  trend: ['trend', z.array(z.object({ day, max: z.number() }))],
});
export type ListedBin = z.output<typeof listedBin>;

/** A bin with its settings, cables, alerts and fan rules. */
export const bin = wireObject({
  ...commonFields,
  binSensorId: ['bin_sensor_id', id],
  /** The label on the sensor itself, as entered when the bin was added. */
  label: ['binId', z.string()],
  farm: [
    'farms',
    wireObject({
      name: ['farm_name', z.string()],
      timezone: ['timezone', z.string()],
      /**
       * The server's time when it responded, in this time zone, ISO 8601 with the offset:
       * '2026-11-23T05:10:00-06:00'.
       */
      localTime: ['local_time', z.string()],
    }),
  ],
  plenumSensorAttached: ['plenum_sensor_attached', z.boolean()],
  frequency: ['freq', z.int()],
  radioGroup: ['bin_in', z.int()],
  /** Requested settings that the board has not confirmed yet; null if there are none. */
  wantedFrequency: ['freq_wanted', z.nullable(z.int())],
  wantedRadioGroup: ['bin_in_wanted', z.nullable(z.int())],
  boardType: ['bin_board_type', boardType],
  firmwareName: ['bin_firmware_name', firmwareName],
  firmwareVersion: ['bin_firmware_version', z.string()],
  firmwareMode: ['bin_firmware_mode', z.boolean()],
  installationMode: ['bin_installation_mode', z.boolean()],
  wantedInstallationMode: ['bin_installation_mode_wanted', z.nullable(z.boolean())],
  /** Whether the board should measure the height of the empty bin. */
  radarHeightWanted: ['radar_height_command_release', z.boolean()],
  /** The settings commands that are waiting for the board or its response. */
  openCommands: ['open_commands', z.array(z.enum(settingsKinds))],
  deadZoneMm: ['dead_zone_for_radar', scalar],
  pressureCables: ['pressure_cables', z.object({ Y1: scalar, Y2: scalar })],
  /** The addresses that the board last reported, by cable number; empty before its first reading. */
  reportedCableIds: ['reported_cable_ids', z.array(z.nullable(z.int()))],
  sensorsInformation: ['sensors_information', sensorsInformation],
  fanAttached: ['fan_attached', z.boolean()],
  fanMode: ['fan_automation', fanAutomation],
  fanOnThreshold: ['fan_on_threshold', scalar],
  fanOffThreshold: ['fan_off_threshold', scalar],
  minAmbientTemperature: ['min_ambient_temperature', scalar],
  minAmbientMoisture: ['min_ambient_EMC', scalar],
  maxAmbientMoisture: ['max_ambient_EMC', scalar],
  fanOnSpeed: ['fan_on_speed', scalar],
  fanOffSpeed: ['fan_off_speed', scalar],
  /** The fan's power, kW */
  fanKw: ['fan_kw', scalar],
  temperatureAlertEnabled: ['temp_alerts_enabled', z.boolean()],
  /** °C */
  temperatureAlertC: ['temp_alert_threshold', scalar],
  co2AlertEnabled: ['co2_alerts_enabled', z.boolean()],
  /** ppm */
  co2Alert: ['co2', scalar],
  differenceAlertEnabled: ['temp_diff_alerts_enabled', z.boolean()],
  silenceAlertEnabled: ['time_alerts_enabled', z.boolean()],
  silenceAlertHours: ['time_interval', scalar],
  minLevelAlertEnabled: ['minimum_level_sensor_alert_enabled', z.boolean()],
  /** % of the bin */
  minLevelAlert: ['minimum_level_sensor', scalar],
  maxLevelAlertEnabled: ['maximum_level_sensor_alert_enabled', z.boolean()],
  /** % of the bin */
  maxLevelAlert: ['maximum_level_sensor', scalar],
  /** Whether each grain risk is evaluated. */
  humidityRiskEnabled: ['humidity_risk_enabled', z.boolean()],
  co2RiskEnabled: ['co2_risk_enabled', z.boolean()],
  storageTimeEnabled: ['storage_time_enabled', z.boolean()],
  warmingRiskEnabled: ['warming_risk_enabled', z.boolean()],
  fan: ['fan_state', fanState],
  usualIntervalS: ['usual_interval_s', z.number()],
  /** The newest refused sign-ins of the board, newest first. */
  refusedSignIns: ['refused_sign_ins', z.readonly(z.array(refusedSignIn))],
});
export type Bin = z.output<typeof bin>;

export const menuBin = wireObject({
  id: ['id', id],
  documentId: ['_id', id],
  name: ['bin_name', z.string()],
});

export const getBinsMenu = route('GET', 'board/getBinsMenu', {
  summary: 'Bin names for the side menu',
  response: z.array(menuBin),
});

export const getBinSensor = route('GET', 'board/getBinSensor', {
  summary: 'One bin with its settings',
  query: z.object({ id }),
  response: bin,
});

const sensorParams = z.object({
  binId: id,
  cableId: z.coerce.number().check(z.int(), z.minimum(-1), z.maximum(254)),
  position: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(64)),
});
const sensorPosition = z.int().check(z.minimum(1), z.maximum(64));

export const setSensorStatus = route('POST', 'board/sensor/:binId/:cableId/:position', {
  summary:
    'Mute, disable or reset one or more sensors of a cable, or a sensor and all sensors above it',
  params: sensorParams,
  body: z.strictObject({
    sensorStatus,
    above: z.optional(z.boolean()),
    /** More positions on the cable. */
    positions: z.optional(z.array(sensorPosition).check(z.maxLength(63))),
    /** The cable's number; identifies a cable whose address is -1, otherwise ignored. */
    cable: z.optional(z.int().check(z.minimum(1), z.maximum(8))),
  }),
  response: z.string(),
});

export const setAllSensorStatuses = route('POST', 'board/allSensors/:binId/:status', {
  summary: 'Mute, disable or reset all sensors of a bin',
  params: z.object({ binId: id, status: sensorStatus }),
  response: z.string(),
});

export const moveBin = route('PUT', 'board/:binId/position', {
  summary: "Save a bin's position on the farm's map",
  params: z.object({ binId: id }),
  body: z.strictObject({
    lat: z.number().check(z.minimum(-90), z.maximum(90)),
    lng: z.number().check(z.minimum(-180), z.maximum(180)),
    /** The version that was read; without one, another user's change is overwritten. */
    version: z.optional(z.int()),
  }),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), version: z.int() }),
});

export const deleteBinSensor = route('DELETE', 'board/deleteBinSensor', {
  summary: 'Delete a bin; an admin can restore it within 30 days',
  body: z.strictObject({ id }),
  response: z.string(),
});
