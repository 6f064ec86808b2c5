import { LANGUAGES } from '@granary/contract/accounts/http';
import { loadFields, recordedFields } from '@granary/contract/audit/fields';
import { settingNames, toSettingWireName } from '@granary/contract/bins/settings';
import { alertRules } from '@granary/domain/alerts/alert';
import { millis } from '@granary/domain/units';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { makeFormats } from '../../lib/format.ts';
import { formatChange } from './format-change.ts';

const now = millis(Date.UTC(2026, 2, 1));

async function createContext(language: string) {
  const { default: translation } = await import(`../../locales/${language}.json`);
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    resources: { [language]: { translation } },
    interpolation: { escapeValue: false },
  });
  return { t: i18n.t, format: makeFormats(language, 'UTC'), now };
}

const cable = { cable: 3, cable_name: 'North', cable_id: 17, bin: 1, flip: false, crop_name: null };

/** Every recordable field, with a test value. */
const values = new Map<string, unknown>([
  ...[...recordedFields, ...settingNames.map(toSettingWireName)].map(
    (name) => [name, 'x'] as const,
  ),
  ...loadFields.map((name) => [`load 12: ${name}`, 'x'] as const),
  ['load 12: date_time', '2026-02-28T10:00:00.000Z'],
  ['import_until', '2026-02-28T10:00:00.000Z'],
  ['sensorStatus 3:7', 'mute'],
  ...alertRules.map((rule) => [`alert ${rule}`, 'acknowledged'] as const),
  ['cable_names', [cable]],
  ['pressure_cables', { Y1: 4, Y2: 5 }],
]);

describe.each(LANGUAGES)('field names in %s', (language) => {
  it('are never wire names', async () => {
    const context = await createContext(language);
    for (const [field, after] of values) {
      const lines = formatChange({ field, before: null, after }, context);
      expect(lines.length, field).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line, field).not.toMatch(/_|\{\{|^\w+(\.\w+)+:/);
        expect(line.split(':')[0], field).not.toBe(field);
      }
    }
  });
});

describe('formatting a change', () => {
  it.each([
    ['temp_alert_threshold', 30, 31.5, 'Temperature alert: from 30 °C to 31.5 °C'],
    ['temp_alerts_enabled', false, true, 'Temperature alert: from no to yes'],
    ['run_for_s', null, 7200, 'Run time: 2 hr'],
    ['run_for_s', null, 5340, 'Run time: 1 hr 29 min'],
    [
      'alert temperature',
      'open',
      'acknowledged',
      'Alert “High temperature”: from open to acknowledged',
    ],
    ['time_interval', null, 7, 'No-data alert: 7 hours'],
    ['maximum_level_sensor', 80, null, 'Maximum level alert: was 80 %'],
    ['level_sensor_empty', 9000, 9100, 'Bin height: from 9,000 mm to 9,100 mm'],
    ['co2', 500, 600, 'CO₂ alert: from 500 ppm to 600 ppm'],
    ['bin_load_manual', 'manual', 'siloscan pro', 'Inventory method: from Manual to SiloScan Pro'],
    [
      'read_humidty',
      true,
      false,
      'Second value in each cell: from Relative humidity to Moisture (EMC)',
    ],
    ['pressure_cables', { Y1: 4 }, { Y1: 4, Y2: 5 }, 'Sensors on pressure cable 2 (Y2): 5'],
    ['sensorStatus 3:7', 'unmute', 'mute', 'Cable 3, sensor 7: from Default to Mute'],
    ['unload 12: moisture', null, 14.5, 'Unload 12, moisture: 14.5 %'],
    ['credentials', 'set', 'set anew', 'Board key: from set to replaced'],
    ['lat', 49.1834, 49.2, 'Latitude: from 49.1834 to 49.2'],
    ['language', 'en', 'de', 'Language: from English to Deutsch'],
    ['an_old_name', 'a', 'b', 'an old name: from a to b'],
  ])('formats %s', async (field, before, after, line) => {
    const lines = formatChange({ field, before, after }, await createContext('en'));
    expect(lines.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([line]);
  });

  it('lists changed fields cable by cable', async () => {
    const other = { ...cable, cable: 1, cable_id: 5 };
    const before = [other, cable];
    const after = [{ ...other, flip: true, crop_name: 'Corn' }, cable, { ...cable, cable: 4 }];
    const lines = formatChange({ field: 'cable_names', before, after }, await createContext('en'));
    expect(lines).toEqual([
      'Cable 1, Cable type: from PGA (top to bottom) to Others (bottom to top)',
      'Cable 1, Crop: Corn',
      'Cable 4, Cable name: North',
      'Cable 4, Cable ID: 17',
      'Cable 4, Sub-bin: 1',
      'Cable 4, Cable type: PGA (top to bottom)',
    ]);
  });
});
