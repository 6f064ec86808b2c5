import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getMyInfo, updateUser } from './accounts/http.ts';
import { addBinSensor } from './bins/add.ts';
import {
  deleteBinSensor,
  getBinSensor,
  setAllSensorStatuses,
  setSensorStatus,
} from './bins/http.ts';
import { getAllBins } from './bins/lists.ts';
import * as settings from './bins/settings.ts';
import { getCableConfiguration, updateCableConfiguration } from './cables/http.ts';
import {
  getFanDetails,
  getLatestCommand,
  sendFanCommand,
  sendReadingRequest,
} from './commands/http.ts';
import { addCrop, deleteCrop, getCrops } from './crops/http.ts';
import { getFanHistory } from './fans/http.ts';
import { getFarm } from './farms/http.ts';
import { addFirmware, deleteFirmware, getFirmwareFiles } from './firmware/http.ts';
import { addBinLoad, getAllBinLoads, getAllBinUnloads } from './inventory/http.ts';
import { getAllRawData, getFilteredData } from './raw-data/http.ts';
import { getChartRecords, getSensorReading, getSensorReadingByFilters } from './readings/http.ts';
import { formatRouteName, type Route } from './route.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly enum?: readonly string[];
}

/** A schema as it is on the wire. */
function toWireSchema(schema: z.ZodMiniType | undefined): Schema {
  if (schema === undefined) return {};
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

/** The field names at a path, looking through lists and nullable values. */
function findFieldNames(schema: Schema, ...path: readonly string[]): string[] {
  const [first, ...rest] = path;
  const inner = schema.items ?? schema.anyOf?.[0] ?? schema.additionalProperties;
  if (schema.properties === undefined)
    return inner === undefined ? [] : findFieldNames(inner, ...path);
  if (first === undefined) return Object.keys(schema.properties);
  return findFieldNames(schema.properties[first] ?? {}, ...rest);
}

const splitWords = (text: string) => text.trim().split(/\s+/);

const alerts = `temp_alerts_enabled temp_alert_threshold co2_alerts_enabled co2
  temp_diff_alerts_enabled temperature_difference time_alerts_enabled time_interval
  minimum_level_sensor_alert_enabled minimum_level_sensor
  maximum_level_sensor_alert_enabled maximum_level_sensor`;
const general =
  'freq bin_in bin_size read_humidty battery_attached bin_topic bin_name crop_name temp_unit';
const firmware = `bin_firmware_mode bin_installation_mode bin_number bin_board_type
  bin_firmware_name bin_firmware_version`;
const inventory = `bin_load_manual level_sensor_empty radar_height_command_release
  dead_zone_for_radar pressure_cables`;
const fan = `fan_attached fan_automation fan_on_threshold fan_off_threshold
  min_ambient_temperature min_ambient_EMC max_ambient_EMC plenum_sensor_attached fan_on_speed
  fan_off_speed`;
const load = 'bin_sensor_id date_time volume moisture protein type';
const profile = `first_name last_name phone city state country timezone enable_notifications
  enable_push_notifications enable_sms_notifications enable_email_notifications`;

describe('responses', () => {
  const objects: [name: string, fields: string, of: Route, path?: string][] = [
    ['a bin', `${general} ${firmware} ${inventory} ${fan} ${alerts}`, getBinSensor],
    [
      'a bin',
      'id bin_sensor_id farm_id user_id crop_unit volume lat lng cable_names sensors_information',
      getBinSensor,
    ],
    [
      'a bin in a list',
      `id _id bin_name crop_name bin_size volume lat lng bin_topic temp_unit read_humidty
       battery_attached level_sensor_empty fan_automation cable_names farms`,
      getAllBins,
    ],
    ['a listed bin’s cable', 'cable_id cable_name bin flip', getAllBins, 'cable_names'],
    ['a listed bin’s farm', 'farm_name', getAllBins, 'farms'],
    ['a bin’s pressure cables', 'Y1 Y2', getBinSensor, 'pressure_cables'],
    ['a cable', 'cable cable_name cable_id bin flip crop_name', getBinSensor, 'cable_names'],
    [
      'a reading',
      `date_time pageNo bin_sensor_id temp_reading moisture_reading humidity_readings cable_names
       cables_information battery level_sensor co2 wind_speed wind_pressure wind_speed_plenum_2
       wind_pressure_plenum_2 wind_temperature average_temp_reading average_humidity_reading
       channel_8_temperature channel_8_humidity channel_8_humidity_converted any_error
       pressure_cables`,
      getSensorReading,
    ],
    ['a reading’s pressure cables', 'X1 X2', getSensorReading, 'pressure_cables'],
    ['a load', load, getAllBinLoads],
    ['a farm', 'channel_8_sensor_attached bin_id_for_channel_8_readings', getFarm],
    [
      'a fan event',
      'event_type event_date fan_on_time fan_off_time fan_duration',
      getFanHistory,
      'data',
    ],
    [
      'pages of fan events',
      'currentPage totalPages totalCount limit hasNextPage hasPrevPage',
      getFanHistory,
      'pagination',
    ],
    ['a fan command', 'command main_board_id status date_time', getLatestCommand],
    [
      'a fan',
      `schedule fan_status_after_releasing_command current_fan_status control_type verified_by_wind_speed
       verified_by_main_board status command main_board_id date_time`,
      getFanDetails,
    ],
    [
      'a cable change',
      `id bin_topic bin_number commands_in_process main_board_command_recieved
       server_command_released update_status sever_command_release_time message`,
      getCableConfiguration,
    ],
    ['a crop', 'id crop_name date_time chart_data', getCrops],
    ['a firmware file', 'name version type', getFirmwareFiles],
    ['a raw frame', 'topic id dateTime type commandDirection data', getAllRawData],
    ['pages of raw frames', 'totalPages total', getFilteredData, 'pagination'],
    ['a profile', `${profile} email role`, getMyInfo],
  ];

  it.each(objects)('contain these fields for %s: %s', (_, names, route, path) => {
    const fieldNames = findFieldNames(
      toWireSchema(route.response),
      ...(path === undefined ? [] : [path]),
    );
    expect(fieldNames).toEqual(expect.arrayContaining(splitWords(names)));
  });

  const enumFields: [field: string, values: string, of: z.ZodMiniType | undefined][] = [
    ['temp_unit', 'c f', getBinSensor.response],
    ['bin_board_type', 'main remote', getBinSensor.response],
    ['bin_firmware_name', 'sleep realtime portable', getBinSensor.response],
    ['fan_automation', 'manual automatic scheduled', getBinSensor.response],
    ['event_type', 'on off', getFanHistory.response],
    ['update_status', 'pending in_progress completed failed', getCableConfiguration.response],
    ['commandDirection', 'received sent', getAllRawData.response],
    ['type', 'realtime sleep', getFirmwareFiles.response],
    ['type', 'load unload', getAllBinUnloads.response],
    ['sensorStatus', 'mute unmute disable', setSensorStatus.body],
  ];

  it.each(enumFields)('allow only these values for %s: %s', (field, values, schema) => {
    const [, definition = ''] = JSON.stringify(toWireSchema(schema)).split(`"${field}":{`);
    const [, list = ''] = /"enum":(\[[^\]]*\])/.exec(definition) ?? [];
    expect((JSON.parse(list) as string[]).toSorted()).toEqual(splitWords(values).toSorted());
  });

  it("show whether a listed bin's fan is automatic, and how a bin's fill level is measured", () => {
    const list = toWireSchema(getAllBins.response).anyOf?.[0]?.items?.properties;
    expect(list?.['fan_automation']).toEqual({ type: 'boolean' });
    expect(toWireSchema(getBinSensor.response).properties?.['bin_load_manual']?.enum).toEqual([
      'manual',
      'siloscan pro',
      'siloscan max',
      'pressure cable',
    ]);
  });
});

describe('requests', () => {
  const requestsWithBody: [name: string, route: Route, fields: string][] = [
    ['PUT board/:binId/general', settings.updateGeneral, general],
    ['PUT board/:binId/alerts', settings.updateAlerts, alerts],
    ['PUT board/:binId/firmware', settings.updateFirmware, firmware],
    ['PUT board/:binId/inventory', settings.updateInventory, inventory],
    ['PUT board/:binId/fan-settings', settings.updateFanSettings, fan],
    ['PUT board/:binId/cables-mgmt', settings.updateCables, 'cable_names'],
    [
      'PUT board/:binId',
      settings.updateBin,
      `${general} ${alerts} ${firmware} ${inventory} ${fan} cable_names`,
    ],
    [
      'POST board/addBinSensor',
      addBinSensor,
      `binId bin_topic binName bin_number farmId userId bin_board_type bin_firmware_name
       bin_firmware_version bin_in freq`,
    ],
    ['DELETE board/deleteBinSensor', deleteBinSensor, 'id'],
    ['POST board/addBinLoad', addBinLoad, load],
    ['POST board/sensor/:binId/:cableId/:position', setSensorStatus, 'sensorStatus'],
    ['POST cablesConfiguration/getCableConfiguration', getCableConfiguration, 'id'],
    [
      'POST cablesConfiguration/updateCableConfiguration',
      updateCableConfiguration,
      `id bin_topic bin_number old_cable_id new_cable_id new_sensor_position sensor_code
       sensor_positions`,
    ],
    [
      'POST boardCommands/addCommandForSingleBin',
      sendFanCommand,
      `bin_id bin_number bin_topic command control_type status fan_status_after_releasing_command
       current_fan_status verified_by_main_board`,
    ],
    ['POST board/sendRequestToMainBoard', sendReadingRequest, 'bin_sensor_id'],
    ['POST crop/addCrop', addCrop, 'crop_name chart_data'],
    ['DELETE crop/deleteCrop', deleteCrop, 'id'],
    ['POST firmware/addFirmware', addFirmware, 'name version type'],
    ['DELETE firmware/deleteFirmware', deleteFirmware, 'id'],
    ['POST rawData/getFilteredData', getFilteredData, 'page limit id date type'],
    ['POST user/updateUser', updateUser, profile],
  ];

  it.each(requestsWithBody)('accept the published fields: %s', (name, route, fields) => {
    expect(formatRouteName(route)).toBe(name);
    expect(findFieldNames(toWireSchema(route.body))).toEqual(
      expect.arrayContaining(splitWords(fields)),
    );
  });

  const queries: [name: string, route: Route, fields: string][] = [
    ['GET board/getSensorReading', getSensorReading, 'bin_sensor_id page_no'],
    ['GET board/getSensorReadingByFilters', getSensorReadingByFilters, 'bin_sensor_id dateTime'],
    ['GET board/sensorMinMaxReading', getChartRecords, 'bin_sensor_id page_no days'],
    ['GET board/getAllBinLoads', getAllBinLoads, 'bin_sensor_id'],
    ['GET board/getAllBinUnloads', getAllBinUnloads, 'bin_sensor_id'],
    ['GET boardCommands/fanHistory', getFanHistory, 'bin_id page limit since'],
    ['GET farm/getFarm', getFarm, 'farm_id'],
    ['GET crop/getCrops', getCrops, ''],
    ['GET user/getMyInfo', getMyInfo, ''],
    ['POST rawData/all', getAllRawData, ''],
    ['POST board/allSensors/:binId/:status', setAllSensorStatuses, ''],
  ];

  it.each(queries)('accept the published queries: %s', (name, route, fields) => {
    expect(formatRouteName(route)).toBe(name);
    expect(findFieldNames(toWireSchema(route.query)).toSorted()).toEqual(
      fields.split(' ').filter(Boolean).sort(),
    );
  });
});
