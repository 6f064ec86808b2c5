/**
 * The arrays of many rows as one parameter in PostgreSQL's binary form; the query takes each row's part out
 * of it. As an array of text values, one per row, they take twice as long: the client writes them as text,
 * and the server parses them twice.
 */
interface JoinedRows {
  readonly joined: Buffer;
  /** The index of each row's first element, from 1. */
  readonly starts: readonly number[];
  /** How many elements each row has. */
  readonly sizes: readonly number[];
}

/** Joins rows of bytes; a query extracts a row with `substr(joined, from, size)`. */
export function joinBytes(rows: readonly Buffer[]): JoinedRows {
  return { joined: Buffer.concat(rows), ...locateRows(rows) };
}

const HEADER_BYTES = 20;
const SMALLINT_OID = 21;
/** Each element is preceded by its length in four bytes. */
const ELEMENT_BYTES = 6;

/** Joins rows of values as a `smallint[]`; a query extracts a row with `joined[from : from + size - 1]`. */
export function joinSmallints(rows: readonly Int16Array[]): JoinedRows {
  const total = rows.reduce((sum, { length }) => sum + length, 0);
  const joined = Buffer.allocUnsafe(HEADER_BYTES + total * ELEMENT_BYTES);
  // One dimension, no nulls, the type of the elements, how many there are, and the first index.
  [1, 0, SMALLINT_OID, total, 1].forEach((word, index) => joined.writeInt32BE(word, index * 4));
  let end = HEADER_BYTES;
  for (const values of rows) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      joined[end] = 0;
      joined[end + 1] = 0;
      joined[end + 2] = 0;
      joined[end + 3] = 2;
      joined[end + 4] = value >> 8;
      joined[end + 5] = value;
      end += ELEMENT_BYTES;
    }
  }
  return { joined, ...locateRows(rows) };
}

function locateRows(rows: readonly { readonly length: number }[]) {
  let next = 1;
  const starts = rows.map(({ length }) => {
    const place = next;
    next += length;
    return place;
  });
  return { starts, sizes: rows.map(({ length }) => length) };
}
