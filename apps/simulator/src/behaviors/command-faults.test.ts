import { expect, it } from 'vitest';
import { deliverCommands, disruptCommands, dropCommands } from './command-faults.ts';

it('delivers, drops, delays and duplicates commands, the same ones for the same seed', () => {
  const first = disruptCommands(7);
  const second = disruptCommands(7);
  const arrivals = Array.from({ length: 500 }, () => first('{}'));
  expect(arrivals).toEqual(Array.from({ length: 500 }, () => second('{}')));
  expect(arrivals.some((times) => times.length === 0)).toBe(true);
  expect(arrivals.some((times) => times.length === 2)).toBe(true);
  expect(arrivals.some(([ms = 0]) => ms > 0)).toBe(true);
  expect(Math.max(...arrivals.flat())).toBeLessThanOrEqual(8_000);
});

it('drops all commands to an unresponsive board, and none to other boards', () => {
  expect(dropCommands('{}')).toEqual([]);
  expect(deliverCommands('{}')).toEqual([0]);
});
