import { describe, expect, it } from 'vitest';
import { makeExampleReading } from './reading.fixture.ts';
import { toSensorCables } from './sensor-cables.ts';

const bin = { crop: 'Wheat', showsHumidity: false, sensorsInformation: {} };
const cable = { cable: 1, name: 'Cable 1', cableId: 11, subBin: 1, flip: false, crop: null };

describe("a reading's cables", () => {
  it('list their sensors from the top down, even when sensor 1 is at the bottom', () => {
    const reading = makeExampleReading({
      temperatures: [[10, 11, 12]],
      cables: [{ ...cable, flip: true }],
    });
    const cells = toSensorCables(bin, reading)[0]?.cells;
    expect(cells?.map((cell) => [cell.position, cell.depth, cell.temperature])).toEqual([
      [3, 1, 12],
      [2, 2, 11],
      [1, 3, 10],
    ]);
  });

  it('are sorted by sub-bin, then by number', () => {
    const cables = [
      { ...cable, cable: 1, subBin: 2 },
      { ...cable, cable: 2, subBin: 1 },
      { ...cable, cable: 3, subBin: 1 },
    ];
    const numbers = toSensorCables(bin, makeExampleReading({ cables })).map(
      (sensorCable) => sensorCable.number,
    );
    expect(numbers).toEqual([2, 3, 1]);
  });

  it("use their own crop rather than the bin's", () => {
    const cables = [cable, { ...cable, cable: 2, crop: 'Oats' }];
    const crops = toSensorCables(bin, makeExampleReading({ cables })).map(
      (sensorCable) => sensorCable.crop,
    );
    expect(crops).toEqual(['Wheat', 'Oats']);
  });

  it('show humidity if the bin is set to show it or the crop has no isotherm', () => {
    const getShowsHumidity = (sources: (string | null)[], showsHumidity: boolean) =>
      toSensorCables({ ...bin, showsHumidity }, makeExampleReading({ moistureSources: sources }))[0]
        ?.showsHumidity;
    expect(getShowsHumidity(['wheat-hard-henderson'], false)).toBe(false);
    expect(getShowsHumidity(['wheat-hard-henderson'], true)).toBe(true);
    expect(getShowsHumidity([null], false)).toBe(true);
    expect(getShowsHumidity([], false)).toBe(true);
  });

  it('have the status of each sensor, which is stored by cable ID', () => {
    const sensorsInformation = { 11: { 2: { sensorStatus: 'disable' as const } } };
    const cells = toSensorCables({ ...bin, sensorsInformation }, makeExampleReading())[0]?.cells;
    expect(cells?.map((cell) => cell.status)).toEqual(['unmute', 'disable']);
  });
});
