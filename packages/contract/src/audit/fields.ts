import {
  type SettingName,
  type SettingWireName,
  settingNames,
  wireNameOf,
} from '../bins/settings.ts';
import type { LoadType } from '../inventory/http.ts';

/** What is written down of a change beside the settings of a bin, by its names on the wire. */
export const recordedFields = [
  ...(['first_name', 'last_name', 'email', 'phone', 'city', 'state', 'country', 'role'] as const),
  ...(['distributor_id', 'distributor', 'notes', 'timezone', 'language'] as const),
  ...(['enable_notifications', 'enable_push_notifications'] as const),
  ...(['enable_sms_notifications', 'enable_email_notifications'] as const),
  ...(['farm_name', 'user_id', 'lat', 'lng', 'channel_8_sensor_attached'] as const),
  ...(['bin_id_for_channel_8_readings', 'bin_count', 'farm_id'] as const),
  ...([
    'freq_wanted',
    'bin_in_wanted',
    'commands_in_process',
    'credentials',
    'import_until',
  ] as const),
  ...(['chart_data', 'firmware_version', 'firmware_type', 'checksum'] as const),
] as const;
export type RecordedField = (typeof recordedFields)[number];

/** What is written down of an entry of a bin's ledger. */
export const loadFields = ['date_time', 'volume', 'moisture', 'protein'] as const;
export type LoadField = (typeof loadFields)[number];

/** Everything that can be written down to have changed; screens have a name for each. */
export type ChangedField =
  | RecordedField
  | SettingWireName
  | `sensorStatus ${number}:${number}`
  | `${LoadType} ${number}: ${LoadField}`;

/** What a changed field is about. */
export type FieldSubject =
  | { readonly kind: 'recorded'; readonly field: RecordedField }
  | { readonly kind: 'setting'; readonly setting: SettingName }
  | { readonly kind: 'sensor'; readonly cable: number; readonly position: number }
  | {
      readonly kind: 'load';
      readonly type: LoadType;
      readonly id: number;
      readonly field: LoadField;
    };

const settings = new Map<string, SettingName>(settingNames.map((name) => [wireNameOf(name), name]));

/** Reads the name of a changed field; null where nothing is written down under it any more. */
export function parseChangedField(name: string): FieldSubject | null {
  const setting = settings.get(name);
  if (setting !== undefined) return { kind: 'setting', setting };
  const field = recordedFields.find((one) => one === name);
  if (field !== undefined) return { kind: 'recorded', field };
  const sensor = /^sensorStatus (\d+):(\d+)$/.exec(name);
  if (sensor) return { kind: 'sensor', cable: Number(sensor[1]), position: Number(sensor[2]) };
  const load = /^(load|unload) (\d+): (\w+)$/.exec(name);
  const ofLoad = loadFields.find((one) => one === load?.[3]);
  if (!load || ofLoad === undefined) return null;
  const type = load[1] === 'load' ? 'load' : 'unload';
  return { kind: 'load', type, id: Number(load[2]), field: ofLoad };
}
