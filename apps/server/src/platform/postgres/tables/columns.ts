import type { ColumnType } from 'kysely';

/** A timestamp that defaults to the time of the insert. */
export type DefaultNow = ColumnType<Date, Date | undefined, Date>;

/** A column with a default in the database. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
