import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import en from '../locales/en.json';
import { formatReadingSensorName, formatSensorRangeName } from './format-sensor-name.ts';
import { makeExampleReading } from './reading.fixture.ts';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

it('sensor names give the row from the top, even on a cable with sensor 1 at the bottom', () => {
  const cable = { cable: 1, cableId: 11, subBin: 1, flip: false, crop: null };
  const reading = makeExampleReading({
    temperatures: [
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
    cables: [
      { ...cable, name: '' },
      { ...cable, cable: 2, name: 'North', flip: true },
    ],
  });
  const name = (number: number, position: number) =>
    formatReadingSensorName(reading, { cable: number, position }, i18n.t);
  expect(name(1, 1)).toBe('Cable 1, row 1 from the top');
  expect(name(2, 1)).toBe('North, row 3 from the top');
  expect(name(3, 2)).toBe('Cable 3, row 2 from the top');
});

it('a range of rows is shown as its first and last row', () => {
  const cable = { number: 3, name: ' ' };
  expect(formatSensorRangeName(cable, [10, 12], i18n.t)).toBe(
    'Cable 3, rows 10 to 12 from the top',
  );
  expect(formatSensorRangeName(cable, [10, 10], i18n.t)).toBe('Cable 3, row 10 from the top');
});
