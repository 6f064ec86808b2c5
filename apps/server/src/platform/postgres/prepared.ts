import { createHash } from 'node:crypto';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Where a value goes that is known when the query is asked. */
class Place {
  constructor(readonly name: string) {}

  /** Arithmetic and templates would write the place itself into the query. */
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is not known yet where its query is written.`);
  }
}

/** The names that connections keep the prepared queries by, by their texts. */
const names = new Map<string, string>();

/** The name of a query that is prepared; undefined where it is not. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}

/**
 * A query that is asked so often that it is written once for all and parsed once by each connection;
 * PostgreSQL plans it anew only where the values matter. `build` gets a place for each value and may
 * do nothing but put them into the query: no branch, no default, no spreading of them. Not for lists
 * of very different lengths, whose best plans differ.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery | undefined;
  // Stands for values of any type while the query is written.
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;
  return async (db, values) => {
    compiled ??= named(build(db, places).compile());
    const parameters = compiled.parameters.map((parameter) =>
      // The places were asked for by the names of the values.
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** A name stands for one text on every connection, whatever else was asked before. */
function named(query: CompiledQuery): CompiledQuery {
  const hash = createHash('sha256').update(query.sql).digest('hex');
  names.set(query.sql, `granary_${hash.slice(0, 32)}`);
  return query;
}
