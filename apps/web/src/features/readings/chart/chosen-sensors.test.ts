import { expect, it } from 'vitest';
import { formatChosenSensors, parseChosenSensors } from './chosen-sensors.ts';

it('parses up to three distinct cable.row pairs from a URL', () => {
  expect(parseChosenSensors('3.11,3.6')).toEqual([
    { cable: 3, row: 11 },
    { cable: 3, row: 6 },
  ]);
  expect(parseChosenSensors('3.11,3.11')).toHaveLength(1);
  expect(parseChosenSensors('1.1,1.2,1.3,1.4')).toHaveLength(3);
  for (const invalid of [undefined, '', '9.1', '0.1', '1.0', '1.100', '1', 'x', '1.1.1']) {
    expect(parseChosenSensors(invalid)).toEqual([]);
  }
});

it('parsing formatted sensors returns the same sensors', () => {
  const sensors = [
    { cable: 8, row: 64 },
    { cable: 1, row: 1 },
  ];
  expect(parseChosenSensors(formatChosenSensors(sensors))).toEqual(sensors);
});
