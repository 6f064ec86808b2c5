import { describe, expect, it } from 'vitest';
import { settingNames, toSettingWireName } from '../bins/settings.ts';
import { loadFields, parseChangedField, recordedFields } from './fields.ts';

describe('the name of a changed field', () => {
  it('identifies the field, setting, load or sensor that was changed', () => {
    for (const field of recordedFields) {
      expect(parseChangedField(field)).toEqual({ kind: 'recorded', field });
    }
    for (const setting of settingNames) {
      expect(parseChangedField(toSettingWireName(setting))).toEqual({ kind: 'setting', setting });
    }
    for (const field of loadFields) {
      const subject = { kind: 'load', type: 'unload', id: 12, field };
      expect(parseChangedField(`unload 12: ${field}`)).toEqual(subject);
    }
    const sensor = { kind: 'sensor', cable: 3, position: 17 };
    expect(parseChangedField('sensorStatus 3:17')).toEqual(sensor);
  });

  it.each(['', 'nonsense', 'load 1: bin_sensor_id', 'sensorStatus 3', 'toString'])(
    'is unknown: %j',
    (name) => {
      expect(parseChangedField(name)).toBeNull();
    },
  );

  it('never refers to a secret', () => {
    // For these fields, an entry records only that a key was set, replaced or removed.
    const keys: readonly string[] = ['map_key', 'geocoder_key'];
    const secret = /password|secret|token|hash|key$|code$/i;
    expect(
      [...recordedFields, ...settingNames.map(toSettingWireName)].filter(
        (field) => secret.test(field) && !keys.includes(field),
      ),
    ).toEqual([]);
  });
});
