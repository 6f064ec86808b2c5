import type { ColumnType } from 'kysely';

/** An instant that is the row's first moment where none is given. */
export type DefaultNow = ColumnType<Date, Date | undefined, Date>;

/** A column that the database fills where nothing is given. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
