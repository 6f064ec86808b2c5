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

/** The type of a scalar's column in PostgreSQL. */
export function columnType(name: ScalarName): 'integer' | 'smallint' | 'real' {
  const { storage } = scalars[name];
  return storage === 'hundredths' ? 'smallint' : storage;
}

/** The names of columns for SQL, in the order of the scalars. */
export function columnList(names: readonly ScalarName[], table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`;
  return names.map((name) => prefix + scalars[name].column).join(', ');
}

const columns = scalarNames.map((name) => ({
  name,
  isHundredths: scalars[name].storage === 'hundredths',
}));

/** The columns of a reading's scalars. */
export function toScalarColumns(values: Scalars): StoredScalars {
  return convert(values, toHundredths);
}

/** The scalars of a row. */
export function fromScalarColumns(row: StoredScalars): Scalars {
  return convert(row, fromHundredths);
}

function convert(
  values: StoredScalars,
  convertHundredths: (value: number) => number | null,
): Scalars {
  const converted: Partial<ScalarColumns> = {};
  for (const { name, isHundredths } of columns) {
    const value = values[name];
    converted[name] = value !== null && isHundredths ? convertHundredths(value) : value;
  }
  // The loop has set every name.
  return converted as ScalarColumns;
}

/** The columns that days store, of a row or of another set of scalars. */
export function pickDailyColumns(
  values: Pick<StoredScalars, DailyScalarName>,
): Pick<ScalarColumns, DailyScalarName> {
  const picked: Partial<ScalarColumns> = {};
  for (const name of dailyScalarNames) picked[name] = values[name];
  // The loop has set every name.
  return picked as Pick<ScalarColumns, DailyScalarName>;
}
