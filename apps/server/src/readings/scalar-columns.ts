import {
  type DailyScalarName,
  dailyScalarNames,
  type ScalarName,
  type Scalars,
  scalarNames,
  scalars,
} from '@granary/domain/readings/scalars';
import { fromHundredths, toHundredths } from '@granary/domain/units';
import type { ScalarColumns } from '../platform/postgres/tables/readings.ts';

/** The stored form of scalars, by column. */
export type StoredScalars = Readonly<ScalarColumns>;

/** Returns the PostgreSQL type of a scalar's column. */
export function getColumnType(name: ScalarName): 'integer' | 'smallint' | 'real' {
  const { storage } = scalars[name];
  return storage === 'hundredths' ? 'smallint' : storage;
}

/** Lists column names for SQL, in the order of `names`. */
export function listColumns(names: readonly ScalarName[], table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`;
  return names.map((name) => prefix + scalars[name].column).join(', ');
}

const columns = scalarNames.map((name) => ({
  name,
  isHundredths: scalars[name].storage === 'hundredths',
}));

/** Converts a reading's scalars to columns. */
export function toScalarColumns(values: Scalars): StoredScalars {
  return convertScalars(values, toHundredths);
}

/** Converts the columns of a row to scalars. */
export function fromScalarColumns(row: StoredScalars): Scalars {
  return convertScalars(row, fromHundredths);
}

function convertScalars(
  values: StoredScalars,
  convertHundredths: (value: number) => number | null,
): Scalars {
  const converted: Partial<ScalarColumns> = {};
  for (const { name, isHundredths } of columns) {
    const value = values[name];
    converted[name] = value !== null && isHundredths ? convertHundredths(value) : value;
  }
  // The loop has set every property.
  return converted as ScalarColumns;
}

/** Picks the columns that days store, from a row or another set of scalars. */
export function pickDailyColumns(
  values: Pick<StoredScalars, DailyScalarName>,
): Pick<ScalarColumns, DailyScalarName> {
  const picked: Partial<ScalarColumns> = {};
  for (const name of dailyScalarNames) picked[name] = values[name];
  // The loop has set every property.
  return picked as Pick<ScalarColumns, DailyScalarName>;
}
