import { type AlertRule, alertRules } from '@granary/domain/alerts/alert';
import { WEEKDAYS, type Weekday } from '@granary/domain/fans/fan-slots';
import {
  type SettingName,
  type SettingWireName,
  settingNames,
  toSettingWireName,
} from '../bins/settings.ts';
import type { LoadType } from '../inventory/http.ts';

/** The wire names of the fields in the change log, except bin settings. */
export const recordedFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'city',
  'state',
  'country',
  'role',
  'distributor_id',
  'distributor',
  'notes',
  'timezone',
  'language',
  'preferred_temp_unit',
  'preferred_crop_unit',
  'enable_notifications',
  'enable_push_notifications',
  'enable_sms_notifications',
  'enable_email_notifications',
  'enable_weekly_email',
  'quiet_from',
  'quiet_until',
  'enable_escalation',
  'sms_number',
  'office_address',
  'working_hours',
  'farm_name',
  'contact',
  'user_id',
  'lat',
  'lng',
  'channel_8_sensor_attached',
  'bin_id_for_channel_8_readings',
  'price_per_kwh',
  'bin_count',
  'farm_id',
  'fan_hold',
  'bin_entry',
  'entry_person',
  'freq_wanted',
  'bin_in_wanted',
  'bin_installation_mode_wanted',
  'commands_in_process',
  'old_cable_id',
  'new_cable_id',
  'fan',
  'run_for_s',
  'fan_schedule',
  'reading_request',
  'credentials',
  'import_until',
  'chart_data',
  'firmware_version',
  'firmware_type',
  'checksum',
  'map_provider',
  'map_attribution',
  'map_key',
  'geocoder',
  'geocoder_key',
] as const;
export type RecordedField = (typeof recordedFields)[number];

/** The fields of a ledger entry in the change log. */
export const loadFields = ['date_time', 'volume', 'moisture', 'protein'] as const;
export type LoadField = (typeof loadFields)[number];

/** Every field in the change log; screens have a name for each. */
export type ChangedField =
  | RecordedField
  | SettingWireName
  | `sensorStatus ${number}:${number}`
  | `alert ${AlertRule}`
  | `fanSlots ${Weekday}`
  | `${LoadType} ${number}: ${LoadField}`;

/** The subject of a changed field. */
export type FieldSubject =
  | { readonly kind: 'recorded'; readonly field: RecordedField }
  | { readonly kind: 'setting'; readonly setting: SettingName }
  | { readonly kind: 'sensor'; readonly cable: number; readonly position: number }
  | { readonly kind: 'alert'; readonly rule: AlertRule }
  | { readonly kind: 'fan-slots'; readonly weekday: Weekday }
  | {
      readonly kind: 'load';
      readonly type: LoadType;
      readonly id: number;
      readonly field: LoadField;
    };

const settingsByWireName = new Map<string, SettingName>(
  settingNames.map((name) => [toSettingWireName(name), name]),
);

/** Parses the name of a changed field; null for an unknown name, such as a field no longer recorded. */
export function parseChangedField(name: string): FieldSubject | null {
  const setting = settingsByWireName.get(name);
  if (setting !== undefined) return { kind: 'setting', setting };
  const field = recordedFields.find((recordedField) => recordedField === name);
  if (field !== undefined) return { kind: 'recorded', field };
  const sensor = /^sensorStatus (\d+):(\d+)$/.exec(name);
  if (sensor) return { kind: 'sensor', cable: Number(sensor[1]), position: Number(sensor[2]) };
  const rule = alertRules.find((alertRule) => name === `alert ${alertRule}`);
  if (rule !== undefined) return { kind: 'alert', rule };
  const weekday = WEEKDAYS.find((day) => name === `fanSlots ${day}`);
  if (weekday !== undefined) return { kind: 'fan-slots', weekday };
  const load = /^(load|unload) (\d+): (\w+)$/.exec(name);
  const loadField = loadFields.find((fieldName) => fieldName === load?.[3]);
  if (!load || loadField === undefined) return null;
  const type = load[1] === 'load' ? 'load' : 'unload';
  return { kind: 'load', type, id: Number(load[2]), field: loadField };
}
