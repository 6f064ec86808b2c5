import { expect, it } from 'vitest';
import { grainMoistures } from './grain-moistures.ts';

const moistures = [[11, 12, 13, 14, 15, 16, 17, 18]];
const measured = { cables: [], temperatures: moistures, moistures, levelKnown: true };

it('leaves out what hangs in the air above the grain', () => {
  const [cable = []] = grainMoistures({ ...measured, loadPercent: 50 });
  expect(cable[0]).toBeNull();
  expect(cable[7]).toBe(18);
  expect(grainMoistures({ ...measured, loadPercent: 0 })).toEqual([cable.map(() => null)]);
});

it('counts every sensor where the level is not known', () => {
  expect(grainMoistures({ ...measured, levelKnown: false, loadPercent: 0 })).toEqual(moistures);
});
