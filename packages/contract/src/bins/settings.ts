import { commandedSettings } from '@granary/domain/commands/settings-commands';
import type { RiskKind } from '@granary/domain/insights/risk-reasons';
import * as z from 'zod/mini';
import { MAIN_BOARD_ID_PATTERN } from '../boards/topics.ts';
import { route } from '../route.ts';
import { cropUnit, temperatureUnit } from '../units.ts';
import { id, wireBody } from '../wire.ts';
import { type BoundedField, bounds } from './bounds.ts';
import { bin, boardType, fanAutomation, firmwareName, loadMethod } from './http.ts';

/** The maximum length of names, including crop names. */
export const MAX_NAME_LENGTH = 100;

const rangeChecks = (field: BoundedField) => [
  z.minimum(bounds[field].min),
  z.maximum(bounds[field].max),
];
/** Creates the schema of a number that is null if it is not set. */
export const nullableNumber = (field: BoundedField) =>
  z.nullable(z.number().check(...rangeChecks(field)));
const optionalNumber = (field: BoundedField) => z.optional(nullableNumber(field));
/** Whether a temperature or a difference is a multiple of 0.01 °C, as in readings. */
export function isInHundredths(celsius: number): boolean {
  return Number(celsius.toFixed(2)) === celsius;
}
const optionalDegrees = (field: BoundedField) =>
  z.optional(z.nullable(z.number().check(...rangeChecks(field), z.refine(isInHundredths))));
export const wholeNumber = (field: BoundedField) => z.int().check(...rangeChecks(field));
const optionalWholeNumber = (field: BoundedField) => z.optional(z.nullable(wholeNumber(field)));
const optionalFlag = z.optional(z.boolean());

/** Matches text without invisible characters, such as those that reverse the direction of text. */
export const PRINTABLE = /^\P{C}*$/u;
const printable = z.regex(PRINTABLE);
export const binName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME_LENGTH), printable);
export const mainBoardId = z.string().check(z.regex(MAIN_BOARD_ID_PATTERN));
/** The format of the firmware versions that bins can be set to. */
export const FIRMWARE_VERSION = /^\d{1,3}(\.\d{1,4}){0,3}$/;
export const firmwareVersion = z.string().check(z.regex(FIRMWARE_VERSION));

/** A crop's name; an empty name means no crop. */
export const cropName = z.codec(
  z.nullable(z.string().check(z.maxLength(MAX_NAME_LENGTH))),
  z.custom<string | null>((value) => value === null || typeof value === 'string'),
  { decode: (text) => text?.trim() || null, encode: (text) => text },
);

/** The settings of a cable; its address is -1 only if it could not be read. */
export const cableSettings = wireBody({
  cable: ['cable', z.int().check(z.minimum(1), z.maximum(8))],
  name: ['cable_name', z.string().check(z.trim(), z.maxLength(MAX_NAME_LENGTH), printable)],
  cableId: ['cable_id', wholeNumber('cableId').check(z.refine((address) => address !== 0))],
  subBin: ['bin', wholeNumber('subBin')],
  flip: ['flip', z.boolean()],
  crop: ['crop_name', cropName],
});
export type CableSettings = z.output<typeof cableSettings>;

const saveOptions = {
  /** The version that was read; without one, another user's change is overwritten. */
  version: ['version', z.optional(z.int())],
  /** Whether the board is already on this channel, so that the channel is stored without a command. */
  isChannelSet: ['board_on_channel', optionalFlag],
  /**
   * If true, sending the board's current value withdraws a request for another value; otherwise, it changes
   * nothing.
   */
  withdrawsRequests: ['withdraw_requests', optionalFlag],
} as const;

// A setting that a request leaves out does not change.
const generalSettings = {
  frequency: ['freq', z.optional(wholeNumber('frequency'))],
  radioGroup: ['bin_in', z.optional(wholeNumber('radioGroup'))],
  size: ['bin_size', optionalNumber('size')],
  showsHumidity: ['read_humidty', optionalFlag],
  batteryAttached: ['battery_attached', optionalFlag],
  mainBoardId: ['bin_topic', z.optional(mainBoardId)],
  name: ['bin_name', z.optional(binName)],
  crop: ['crop_name', z.optional(cropName)],
  cropUnit: ['crop_unit', z.optional(cropUnit)],
  temperatureUnit: ['temp_unit', z.optional(temperatureUnit)],
} as const;

const alerts = {
  temperatureAlertEnabled: ['temp_alerts_enabled', optionalFlag],
  temperatureAlertC: ['temp_alert_threshold', optionalDegrees('temperatureAlertC')],
  co2AlertEnabled: ['co2_alerts_enabled', optionalFlag],
  co2Alert: ['co2', optionalNumber('co2Alert')],
  differenceAlertEnabled: ['temp_diff_alerts_enabled', optionalFlag],
  differenceAlertC: ['temperature_difference', optionalDegrees('differenceAlertC')],
  silenceAlertEnabled: ['time_alerts_enabled', optionalFlag],
  silenceAlertHours: ['time_interval', optionalNumber('silenceAlertHours')],
  minLevelAlertEnabled: ['minimum_level_sensor_alert_enabled', optionalFlag],
  minLevelAlert: ['minimum_level_sensor', optionalNumber('minLevelAlert')],
  maxLevelAlertEnabled: ['maximum_level_sensor_alert_enabled', optionalFlag],
  maxLevelAlert: ['maximum_level_sensor', optionalNumber('maxLevelAlert')],
  humidityRiskEnabled: ['humidity_risk_enabled', optionalFlag],
  co2RiskEnabled: ['co2_risk_enabled', optionalFlag],
  storageTimeEnabled: ['storage_time_enabled', optionalFlag],
  warmingRiskEnabled: ['warming_risk_enabled', optionalFlag],
} as const;

/** The setting that turns on the alert of each limit; an alert that is on needs its limit. */
export const alertSwitches = {
  temperatureAlertC: 'temperatureAlertEnabled',
  co2Alert: 'co2AlertEnabled',
  differenceAlertC: 'differenceAlertEnabled',
  silenceAlertHours: 'silenceAlertEnabled',
  minLevelAlert: 'minLevelAlertEnabled',
  maxLevelAlert: 'maxLevelAlertEnabled',
} as const satisfies Partial<Record<keyof typeof alerts, keyof typeof alerts>>;

// The object above has no other keys.
export const alertLimitNames = Object.keys(alertSwitches) as (keyof typeof alertSwitches)[];

/** Alert limits for several bins: null turns an alert off, an omitted limit does not change. */
export const alertLimits = wireBody({
  temperatureAlertC: alerts.temperatureAlertC,
  co2Alert: alerts.co2Alert,
  differenceAlertC: alerts.differenceAlertC,
  silenceAlertHours: alerts.silenceAlertHours,
  minLevelAlert: alerts.minLevelAlert,
  maxLevelAlert: alerts.maxLevelAlert,
});
export type AlertLimits = z.output<typeof alertLimits>;

/** The setting that turns on each grain risk. */
export const riskSwitches = {
  humidity: 'humidityRiskEnabled',
  co2: 'co2RiskEnabled',
  'storage-time': 'storageTimeEnabled',
  warming: 'warmingRiskEnabled',
} as const satisfies Readonly<Record<RiskKind, keyof typeof alerts>>;

/** The settings of the level alerts. */
export const levelSettings = [
  'minLevelAlertEnabled',
  'minLevelAlert',
  'maxLevelAlertEnabled',
  'maxLevelAlert',
] as const;

/** Whether both level alerts are on and the minimum is not below the maximum. */
export function areLevelsCrossed(settings: {
  readonly minLevelAlertEnabled?: boolean | undefined;
  readonly minLevelAlert?: number | null | undefined;
  readonly maxLevelAlertEnabled?: boolean | undefined;
  readonly maxLevelAlert?: number | null | undefined;
}): boolean {
  const { minLevelAlert: min, maxLevelAlert: max } = settings;
  const areOn = settings.minLevelAlertEnabled === true && settings.maxLevelAlertEnabled === true;
  return areOn && min != null && max != null && min >= max;
}

const firmware = {
  firmwareMode: ['bin_firmware_mode', optionalFlag],
  installationMode: ['bin_installation_mode', optionalFlag],
  binNumber: ['bin_number', z.optional(wholeNumber('binNumber'))],
  boardType: ['bin_board_type', z.optional(boardType)],
  firmwareName: ['bin_firmware_name', z.optional(firmwareName)],
  firmwareVersion: ['bin_firmware_version', z.optional(firmwareVersion)],
} as const;

const pressureCables = z.strictObject({
  Y1: optionalWholeNumber('pressureY1'),
  Y2: optionalWholeNumber('pressureY2'),
});

const inventory = {
  loadMethod: ['bin_load_manual', z.optional(loadMethod)],
  levelSensorEmptyMm: ['level_sensor_empty', optionalWholeNumber('levelSensorEmptyMm')],
  radarHeightWanted: ['radar_height_command_release', optionalFlag],
  deadZoneMm: ['dead_zone_for_radar', optionalWholeNumber('deadZoneMm')],
  pressureCables: ['pressure_cables', z.optional(pressureCables)],
} as const;

const fan = {
  fanAttached: ['fan_attached', optionalFlag],
  fanMode: ['fan_automation', z.optional(fanAutomation)],
  fanOnThreshold: ['fan_on_threshold', optionalDegrees('fanOnThreshold')],
  fanOffThreshold: ['fan_off_threshold', optionalDegrees('fanOffThreshold')],
  minAmbientTemperature: ['min_ambient_temperature', optionalDegrees('minAmbientTemperature')],
  minAmbientMoisture: ['min_ambient_EMC', optionalNumber('minAmbientMoisture')],
  maxAmbientMoisture: ['max_ambient_EMC', optionalNumber('maxAmbientMoisture')],
  plenumSensorAttached: ['plenum_sensor_attached', optionalFlag],
  fanOnSpeed: ['fan_on_speed', optionalNumber('fanOnSpeed')],
  fanOffSpeed: ['fan_off_speed', optionalNumber('fanOffSpeed')],
  fanKw: ['fan_kw', optionalNumber('fanKw')],
} as const;

const cables = {
  cables: [
    'cable_names',
    z.optional(
      z.array(cableSettings).check(
        z.maxLength(8),
        z.refine((list) => new Set(list.map(({ cable }) => cable)).size === list.length),
      ),
    ),
  ],
} as const;

const params = z.object({ binId: id });
/** A message, and the bin after the change. */
const response = z.object({ RESP_MSG: z.string(), data: bin });

const allSettings = {
  ...generalSettings,
  ...alerts,
  ...firmware,
  ...inventory,
  ...fan,
  ...cables,
} as const;

/** The settings of a bin that users can change; any of them may be left out. */
export const binSettings = wireBody({ ...allSettings, ...saveOptions });
export type BinSettingsEdit = z.output<typeof binSettings>;

export type SettingName = keyof typeof allSettings;

export const settingNames = listNames(allSettings);

export type SettingWireName = (typeof allSettings)[SettingName][0];

/** Converts a setting's name to its wire name. */
export function toSettingWireName(setting: SettingName): SettingWireName {
  return allSettings[setting][0];
}

/** The settings of each section of the form, in the order they are sent. */
export const settingsSections = {
  general: listNames(generalSettings),
  alerts: listNames(alerts),
  firmware: listNames(firmware),
  inventory: listNames(inventory),
  fan: listNames(fan),
  cables: listNames(cables),
} as const;
export type SettingsSectionName = keyof typeof settingsSections;

function listNames(fields: Partial<typeof allSettings>): readonly SettingName[] {
  // The keys of a subset of the settings are setting names.
  return Object.keys(fields) as SettingName[];
}

/**
 * Describes saving these settings for the API document: which of them are requests to the board, and how to
 * withdraw one.
 */
function describeSave(fields: Partial<typeof allSettings>): string {
  const requests = commandedSettings.filter((name) => name in fields).map(toSettingWireName);
  if (requests.length === 0) return 'Leave out fields that you do not want to change.';
  return `Leave out fields that you do not want to change. Requests to the board: ${requests.join(', ')}.
Sending the value that the board already has, or false for a radar measurement, changes nothing and does not
withdraw another user's request. To withdraw a request, send that value with withdraw_requests: true.`.replaceAll(
    '\n',
    ' ',
  );
}

/** Creates the route that changes the settings of one section; omitted fields do not change. */
function createSectionRoute<const Fields extends Partial<typeof allSettings>>(
  path: string,
  summary: string,
  fields: Fields,
) {
  const body = wireBody({ ...fields, ...saveOptions });
  return route('PUT', `board/:binId/${path}`, {
    summary,
    description: describeSave(fields),
    params,
    body,
    response,
    isFullBody: true,
  });
}

export const updateGeneral = createSectionRoute(
  'general',
  'Change the general settings of a bin',
  generalSettings,
);
export const updateAlerts = createSectionRoute(
  'alerts',
  'Change the alerts of a bin; temperatures in °C',
  alerts,
);
export const updateFirmware = createSectionRoute(
  'firmware',
  "Change the settings of a bin's board and firmware",
  firmware,
);
export const updateInventory = createSectionRoute(
  'inventory',
  'Change how the fill level of a bin is measured; lengths in mm',
  inventory,
);
export const updateFanSettings = createSectionRoute(
  'fan-settings',
  'Change the fan settings of a bin; temperatures in °C',
  fan,
);
export const updateCables = createSectionRoute(
  'cables-mgmt',
  "Change the names, addresses, crops and directions of a bin's cables",
  cables,
);

export const updateBin = route('PUT', 'board/:binId', {
  summary: 'Change any settings of a bin',
  description: describeSave(allSettings),
  params,
  body: binSettings,
  response,
  isFullBody: true,
});
