import { isDeepStrictEqual } from 'node:util';
import { toLocalDay } from '@granary/domain/bins/local-day';
import type { Reading } from '@granary/domain/readings/reading';
import {
  dailyScalarNames,
  type ScalarName,
  scalarNames,
  scalars,
} from '@granary/domain/readings/scalars';
import { NO_VALUE, toHundredths } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { type BinSelection, loadBins } from '../../src/bins/store.ts';
import { findLedgerSteps } from '../../src/inventory/ledger-store.ts';
import type { DayRow, LatestRow, ReadingRow, Tables } from '../../src/platform/postgres/tables.ts';
import { type BinContext, getSensorStatus } from '../../src/readings/bin-context.ts';
import { EXTREMES } from '../../src/readings/days/day.ts';
import { createFillHistory, type GetFillPercent } from '../../src/readings/fill-history.ts';
import { calculateMoistureGrid } from '../../src/readings/moisture-grid.ts';
import { packSmallints } from '../../src/readings/packed-smallints.ts';
import { fromReadingRow } from '../../src/readings/row.ts';

/** The fields of a bin's `latest` row that depend on its readings. */
type Latest = Omit<LatestRow, 'daysZone' | 'conditions' | 'settingsDigest'>;

/** The rows that depend on a bin's readings. */
export interface RecomputedRows {
  readonly latest: Latest;
  /** Oldest first. */
  readonly days: readonly DayRow[];
}

const PAGE_SIZE = 5_000;
const RECENT_COUNT = 11;

/**
 * Calculates a bin's `latest` row and all its days from its stored readings, oldest first. It shares
 * no code with the merging in ingest, so that it can serve as its test oracle.
 */
export async function recompute(
  db: Kysely<Tables>,
  context: BinContext,
  getFillPercent: GetFillPercent,
): Promise<RecomputedRows> {
  const days = new Map<string, RecomputedDay>();
  let newest: ReadingRow | null = null;
  let recent: number[] = [];
  for await (const row of readReadings(db, context.bin.id)) {
    const reading = fromReadingRow(row);
    const day = toLocalDay(reading.at, context.timeZone);
    const recomputedDay = days.get(day) ?? new RecomputedDay(context, day, getFillPercent);
    recomputedDay.add(reading);
    days.set(day, recomputedDay);
    newest = row;
    recent = [reading.at, ...recent].slice(0, RECENT_COUNT);
  }
  return {
    latest: toLatest(context.bin.id, newest, recent),
    days: [...days.values()].map((day) => day.toRow()),
  };
}

/** Describes where the stored rows of bins differ from their readings; all bins by default. */
export async function findDifferences(
  db: Kysely<Tables>,
  binIds?: readonly number[],
): Promise<string[]> {
  const differences: string[] = [];
  const selection: BinSelection = binIds ? { ids: binIds } : { scope: { kind: 'all' } };
  for (const context of await loadBins(db, selection)) {
    const { id } = context.bin;
    const steps = await findLedgerSteps(db, id);
    const expected = await recompute(db, context, createFillHistory(context.bin, steps));
    const latest = await db
      .selectFrom('latest')
      .selectAll()
      .where('binId', '=', id)
      .executeTakeFirst();
    differences.push(...findRowDifferences(`bin ${id}, latest`, latest, expected.latest));
    const days = new Map(
      (await db.selectFrom('days').selectAll().where('binId', '=', id).execute()).map((row) => [
        row.day,
        row,
      ]),
    );
    for (const row of expected.days) {
      differences.push(...findRowDifferences(`bin ${id}, day ${row.day}`, days.get(row.day), row));
      days.delete(row.day);
    }
    for (const day of days.keys()) differences.push(`bin ${id}, day ${day}: it has no readings`);
  }
  return differences;
}

function findRowDifferences<Row extends object>(
  name: string,
  found: Row | undefined,
  expected: Row,
) {
  if (!found) return [`${name} is missing`];
  return Object.keys(expected)
    .filter((key) => !isDeepStrictEqual(found[key as keyof Row], expected[key as keyof Row]))
    .map((key) => {
      const [actual, wanted] = [found[key as keyof Row], expected[key as keyof Row]];
      return `${name}: ${key} is ${JSON.stringify(actual)}, but its readings give ${JSON.stringify(wanted)}`;
    });
}

async function* readReadings(db: Kysely<Tables>, binId: number): AsyncGenerator<ReadingRow> {
  let lastTime = new Date(-8.64e15);
  for (;;) {
    let query = db.selectFrom('readings').selectAll().where('binId', '=', binId);
    if (lastTime.getTime() > -8.64e15) query = query.where('at', '>', lastTime);
    const rows = await query.orderBy('at').limit(PAGE_SIZE).execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    lastTime = last.at;
  }
}

function toLatest(binId: number, newest: ReadingRow | null, recent: readonly number[]): Latest {
  return {
    binId,
    at: newest?.at ?? null,
    recent: recent.map(String),
    ...mapScalars(scalarNames, (name) => newest?.[name] ?? null),
    flags: newest?.flags ?? null,
    cables: newest?.cables ?? null,
  };
}

function mapScalars<Name extends ScalarName>(
  names: readonly Name[],
  getValue: (name: Name) => number | null,
): Record<Name, number | null> {
  // There is an entry for each name.
  return Object.fromEntries(names.map((name) => [name, getValue(name)])) as Record<
    Name,
    number | null
  >;
}

type Quantity = 'temp' | 'hum' | 'moist';

interface SensorExtremes {
  readonly min: Record<Quantity, number>;
  readonly max: Record<Quantity, number>;
}

/** A day calculated in the simplest way: cable by cable, sensor by sensor. */
class RecomputedDay {
  private readonly cables: SensorExtremes[][] = [];
  /** The extremes of the values that were measured under grain. */
  private readonly grain: SensorExtremes[][] = [];
  private readingCount = 0;
  private first: Reading | null = null;
  private last: Reading | null = null;

  constructor(
    private readonly context: BinContext,
    private readonly day: string,
    private readonly getFillPercent: GetFillPercent,
  ) {}

  add(reading: Reading): void {
    this.readingCount++;
    this.first ??= reading;
    this.last = reading;
    const moisture = calculateMoistureGrid(this.context, reading);
    let index = 0;
    reading.temperatures.lengths.forEach((length, cable) => {
      const sensors = (this.cables[cable] ??= []);
      const grainSensors = (this.grain[cable] ??= []);
      for (let position = 0; position < length; position++, index++) {
        const sensor = (sensors[position] ??= createEmptySensor());
        const grainSensor = (grainSensors[position] ??= createEmptySensor());
        const targets = this.isUnderGrain(reading, cable, position)
          ? [sensor, grainSensor]
          : [sensor];
        for (const target of targets) {
          widen(target, 'temp', reading.temperatures.values[index]);
          widen(target, 'hum', reading.humidities.values[index]);
          widen(target, 'moist', moisture[index]);
        }
      }
    });
  }

  private isUnderGrain(reading: Reading, cable: number, index: number): boolean {
    const { lengths } = reading.temperatures;
    const length = lengths[cable] ?? 0;
    const isFlipped = this.context.cables.some(
      (binCable) => binCable.cable === cable + 1 && binCable.flip,
    );
    const depth = isFlipped ? length - index : index + 1;
    const percent = this.getFillPercent(reading.at, reading.scalars);
    if (percent === null) return true;
    // The middle of the sensor's layer, as a percentage of the bin's height, from the floor.
    const height = 100 * (1 - (depth - 0.5) / Math.max(...lengths));
    return percent > 0 && height <= percent + 1e-9;
  }

  toRow(): DayRow {
    const { context, first, last } = this;
    if (!first || !last) throw new Error('The day has no readings.');
    return {
      binId: context.bin.id,
      day: this.day,
      readings: this.readingCount,
      firstAt: new Date(first.at),
      lastAt: new Date(last.at),
      ...mapScalars(dailyScalarNames, (name) =>
        scalars[name].storage === 'hundredths'
          ? orNull(toHundredths(last.scalars[name]))
          : last.scalars[name],
      ),
      averageHumidity: this.calculateAverageHumidity(last, () => true),
      grainAverageHumidity: this.calculateAverageHumidity(last, (cable, position) =>
        this.isUnderGrain(last, cable, position),
      ),
      cableExtremes: packSmallints(
        Int16Array.from(EXTREMES.flatMap((name) => this.calculateCableExtremes(this.cables, name))),
      ),
      grainExtremes: packSmallints(
        Int16Array.from(EXTREMES.flatMap((name) => this.calculateCableExtremes(this.grain, name))),
      ),
      lengths: Buffer.from(this.cables.map((cable) => cable.length)),
      sensorExtremes: packSmallints(
        Int16Array.from(EXTREMES.flatMap((name) => this.listSensorExtremes(name))),
      ),
    };
  }

  /** Lists the extreme of each sensor. */
  private listSensorExtremes(name: (typeof EXTREMES)[number]): number[] {
    const { end, quantity } = parseExtreme(name);
    return this.cables.flatMap((cable) => cable.map((sensor) => sensor[end][quantity]));
  }

  /** Calculates each cable's extreme over its enabled sensors. */
  private calculateCableExtremes(
    cables: SensorExtremes[][],
    name: (typeof EXTREMES)[number],
  ): number[] {
    const { end, quantity } = parseExtreme(name);
    return cables.map((cable, index) => {
      const values = cable
        .filter((_, position) => this.isEnabled(index, position))
        .map((sensor) => sensor[end][quantity])
        .filter((value) => value !== NO_VALUE);
      if (values.length === 0) return NO_VALUE;
      return end === 'min' ? Math.min(...values) : Math.max(...values);
    });
  }

  private calculateAverageHumidity(
    reading: Reading,
    isCounted: (cable: number, position: number) => boolean,
  ): number | null {
    const values: number[] = [];
    let index = 0;
    reading.humidities.lengths.forEach((length, cable) => {
      for (let position = 0; position < length; position++, index++) {
        const value = reading.humidities.values[index] ?? NO_VALUE;
        if (value === NO_VALUE || !this.isEnabled(cable, position)) continue;
        if (isCounted(cable, position)) values.push(value);
      }
    });
    if (values.length === 0) return null;
    return toHundredths(values.reduce((sum, value) => sum + value, 0) / values.length / 100);
  }

  private isEnabled(cable: number, position: number): boolean {
    return getSensorStatus(this.context, cable + 1, position + 1) !== 'disable';
  }
}

/** Splits a name such as "moistMin" into the end "min" and the quantity "moist". */
function parseExtreme(name: (typeof EXTREMES)[number]) {
  const quantity = name.replace(/M(in|ax)$/, '') as Quantity;
  return { end: name.endsWith('Min') ? 'min' : 'max', quantity } as const;
}

function createEmptySensor(): SensorExtremes {
  const none = () => ({ temp: NO_VALUE, hum: NO_VALUE, moist: NO_VALUE });
  return { min: none(), max: none() };
}

function widen(sensor: SensorExtremes, quantity: Quantity, value = NO_VALUE): void {
  if (value === NO_VALUE) return;
  const { min, max } = sensor;
  if (min[quantity] === NO_VALUE || value < min[quantity]) min[quantity] = value;
  if (max[quantity] === NO_VALUE || value > max[quantity]) max[quantity] = value;
}

function orNull(hundredths: number): number | null {
  return hundredths === NO_VALUE ? null : hundredths;
}
