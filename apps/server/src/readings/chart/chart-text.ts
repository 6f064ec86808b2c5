import { chartFields } from '@granary/contract/readings/http';
import { dailyScalarNames, scalars } from '@granary/domain/readings/scalars';
import { fromHundredths, NO_VALUE } from '@granary/domain/units';
import { EXTREMES } from '../days/day.ts';
import { packedAt, packedLength } from '../packed-smallints.ts';
import type { ChartPoint } from './chart-point.ts';

/** What the blocks of a point's extremes are called in the contract. */
const BLOCKS = {
  tempMin: 'minTemperatures',
  tempMax: 'maxTemperatures',
  moistMin: 'minMoistures',
  moistMax: 'maxMoistures',
  humMin: 'minHumidities',
  humMax: 'maxHumidities',
} as const satisfies Record<(typeof EXTREMES)[number], keyof typeof chartFields>;

const SCALARS = [
  'readings',
  ...dailyScalarNames.filter((name) => scalars[name].storage !== 'hundredths'),
  'fillPercent',
] as const satisfies readonly (keyof typeof chartFields & keyof ChartPoint)[];
/** The scalars that are stored as hundredths. */
const HUNDREDTHS = [
  'averageHumidity',
  ...dailyScalarNames.filter((name) => scalars[name].storage === 'hundredths'),
] as const satisfies readonly (keyof typeof chartFields & keyof ChartPoint)[];

const AT_KEY = key('at');
const DAY_KEY = key('day');
const SCALAR_KEYS = SCALARS.map((name) => [name, `,${key(name)}`] as const);
const HUNDREDTHS_KEYS = HUNDREDTHS.map((name) => [name, `,${key(name)}`] as const);
const BLOCK_KEYS = EXTREMES.map((name) => `,${key(BLOCKS[name])}[`);

/** Texts of hundredths, 65,536 at most, by their distance from the least; each is made once. */
const cellTexts: string[] = [];

/**
 * A chart's points as the contract's `chartRecord` writes them, a JSON array of ASCII alone. A year
 * has 17,520 numbers: a record of each day would have to be made, checked and written.
 * @throws {Error} where a scalar is no finite number, hundredths are no integer, or an instant lies
 *   beyond the years 0 to 9999
 */
export function chartText(points: readonly ChartPoint[]): Buffer {
  // Each record's text is copied before the next is made, so that none is kept for long.
  const records = points.map((point, index) =>
    Buffer.from(index === 0 ? recordText(point) : `,${recordText(point)}`, 'latin1'),
  );
  return Buffer.concat([Buffer.from('['), ...records, Buffer.from(']')]);
}

function recordText(point: ChartPoint): string {
  const day = point.day === null ? 'null' : `"${point.day}"`;
  let text = `{${AT_KEY}"${instantText(point.lastAt)}",${DAY_KEY}${day}`;
  for (const [name, scalarKey] of SCALAR_KEYS) {
    const value = point[name];
    if (value !== null && !Number.isFinite(value)) throw new Error(`${name} is ${value}.`);
    text += scalarKey + value;
  }
  for (const [name, hundredthsKey] of HUNDREDTHS_KEYS) {
    const value = point[name];
    text += hundredthsKey + (value === null ? null : cellText(value));
  }
  const cables = packedLength(point.cableExtremes) / EXTREMES.length;
  let cell = 0;
  for (const blockKey of BLOCK_KEYS) {
    text += blockKey;
    for (let cable = 0; cable < cables; cable++, cell++) {
      if (cable > 0) text += ',';
      text += cellText(packedAt(point.cableExtremes, cell));
    }
    text += ']';
  }
  return `${text}}`;
}

/** Years beyond four digits are written in a longer form, which is none on the wire. */
function instantText(instant: Date): string {
  const text = instant.toISOString();
  if (text.length !== '2026-03-08T00:00:00.000Z'.length) throw new Error(`An instant is ${text}.`);
  return text;
}

function cellText(hundredths: number): string {
  return (cellTexts[hundredths - NO_VALUE] ??= newCellText(hundredths));
}

function newCellText(hundredths: number): string {
  if (!Number.isInteger(hundredths)) throw new Error(`Hundredths are ${hundredths}.`);
  return String(fromHundredths(hundredths));
}

function key(name: keyof typeof chartFields): string {
  return `"${chartFields[name][0]}":`;
}
