import fc from 'fast-check';
import type { Level, PictureCable, PictureCell, PictureTexts } from './model.ts';

/** A sensor with these values, on a cable with sensor 1 at the top. */
export function cell(depth: number, values: Partial<PictureCell> = {}): PictureCell {
  return {
    position: depth,
    depth,
    temperature: 15,
    moisture: 13,
    isMoistureAboveRange: false,
    humidity: 60,
    status: 'unmute',
    ...values,
  };
}

/** A wheat cable with `length` sensors at 15 °C. */
export function cable(
  number: number,
  length: number,
  values: Partial<PictureCable> = {},
): PictureCable {
  return {
    number,
    name: '',
    crop: 'Wheat',
    subBin: 1,
    showsHumidity: false,
    cells: Array.from({ length }, (_, index) => cell(index + 1)),
    ...values,
  };
}

export function cables(count: number, length: number): PictureCable[] {
  return Array.from({ length: count }, (_, index) => cable(index + 1, length));
}

export function knownLevel(percent: number): Level {
  return { kind: 'known', percent };
}

/** Possible bins: 1 to 8 cables of 0 to 64 sensors, at least one on the first cable. */
export const anyCables = fc
  .tuple(
    fc.integer({ min: 1, max: 64 }),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 7,
    }),
  )
  .map(([first, rest]) => [
    cable(1, first),
    ...rest.map(([length, subBin], index) => cable(index + 2, length, { subBin })),
  ]);

export const anyPercent = fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10);
/** Container widths from a small phone to a wide screen. */
export const anyWidth = fc.integer({ min: 280, max: 1600 });

export const texts: PictureTexts = {
  title: 'Sensors in Home 4',
  level: { long: '71.6 % full', short: '71.6 %' },
  quantity: { long: '5,728 bu wheat', short: '5,728 bu' },
  levelUnknown: { title: 'Level', detail: 'unknown' },
  disabled: { long: 'disabled', short: 'off' },
  cable: ({ number }) => `Cable ${number}`,
  row: (depth) => `Row ${depth}`,
  subBin: (number) => `Crop ${number}`,
  cell: (facts) =>
    [
      `Cable ${facts.cable.number}, sensor ${facts.cell.position}`,
      facts.temperature,
      facts.moisture,
      facts.isInHeadspace ? 'in the air' : 'under grain',
      facts.isHotSpot ? 'hot spot' : null,
      facts.isTooWet ? 'too wet to store' : null,
    ]
      .filter((part) => part !== null)
      .join(', '),
  hotSpotSentence: (spot) => `Cable ${spot.hottest.cable}: 31.4 °C, 11.3° above the others.`,
  hotSpot: () => ({ title: 'Hot spot', long: '31.4 °C, 6.2° above the others', short: '31.4 °C' }),
};
