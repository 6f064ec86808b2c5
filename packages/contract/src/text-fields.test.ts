import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updateCables } from './bins/settings.ts';
import { updateCableConfiguration } from './cables/http.ts';
import { getFarm, updateFarm } from './farms/http.ts';
import { convertTextFields, textFields } from './text-fields.ts';

const finiteNumber = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('a number field', () => {
  it('accepts any number sent as a string', () => {
    fc.assert(
      fc.property(finiteNumber, finiteNumber, (lat, lng) => {
        const body = { lat: String(lat), lng: JSON.stringify(lng) };
        expect(convertTextFields(updateFarm, body)).toEqual({
          lat: Number(String(lat)),
          lng: Number(JSON.stringify(lng)),
        });
      }),
    );
  });

  it('leaves all other values unchanged', () => {
    const otherValue = fc.oneof(
      fc.string().filter((text) => Number.isNaN(Number.parseFloat(text))),
      fc.constantFrom(
        '',
        ' ',
        ' 5',
        '5 ',
        '+5',
        '5.',
        '1,5',
        '1e',
        '1e999',
        '0x10',
        '0b1',
        '١',
        '5°',
        'NaN',
        'Infinity',
        '1_000',
        '9'.repeat(40),
      ),
      fc.jsonValue().filter((value) => typeof value !== 'string'),
    );
    fc.assert(
      fc.property(otherValue, (lat) => {
        expect(convertTextFields(updateFarm, { lat })).toEqual({ lat });
      }),
    );
  });

  it('is also converted in lists and objects', () => {
    const cable = { cable: '2', cable_name: '17', cable_id: '12', bin: '1', flip: false };
    const body = { cable_names: [cable, 5, null], version: '3' };
    expect(convertTextFields(updateCables, body)).toEqual({
      cable_names: [{ ...cable, cable: 2, cable_id: 12, bin: 1 }, 5, null],
      version: '3',
    });
    const change = { sensor_positions: ['1', 2, 'x'], new_cable_id: '7' };
    expect(convertTextFields(updateCableConfiguration, change)).toEqual({
      sensor_positions: [1, 2, 'x'],
      new_cable_id: 7,
    });
  });
});

describe('a nullable field', () => {
  it('treats an empty string as null', () => {
    const body = { bin_id_for_channel_8_readings: '', farm_id: '', lat: '' };
    expect(convertTextFields(updateFarm, body)).toEqual({
      bin_id_for_channel_8_readings: null,
      farm_id: '',
      lat: '',
    });
    const change = { new_cable_id: '', new_sensor_position: '', old_cable_id: '' };
    expect(convertTextFields(updateCableConfiguration, change)).toEqual({
      new_cable_id: null,
      new_sensor_position: null,
      old_cable_id: '',
    });
  });
});

it('conversion changes only the listed fields and does not mutate the body', () => {
  const routes = [...textFields.keys()].map((name) => {
    const [, path = ''] = name.split(' ');
    return { method: name.startsWith('PUT') ? ('PUT' as const) : ('POST' as const), path };
  });
  fc.assert(
    fc.property(fc.constantFrom(...routes, getFarm), fc.jsonValue(), (route, body) => {
      const before = structuredClone(body);
      expect(convertTextFields(route, body)).toEqual(before);
      expect(body).toEqual(before);
    }),
  );
  const body = { lat: '5', constructor: '5', __proto__: { lng: '5' } };
  expect(convertTextFields(updateFarm, body)).toEqual({ lat: 5, constructor: '5' });
  expect(convertTextFields(getFarm, body)).toBe(body);
});
