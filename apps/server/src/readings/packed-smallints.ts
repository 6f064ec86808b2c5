const BYTES = 2;

/** Two bytes for each number, as `int2send` of PostgreSQL; faster than the text form of an array. */
export function packSmallints(values: Int16Array): Buffer {
  const packed = Buffer.allocUnsafe(values.length * BYTES);
  for (let i = 0; i < values.length; i++) packed.writeInt16BE(values[i] as number, i * BYTES);
  return packed;
}

/** Reverses `packSmallints`. */
export function unpackSmallints(packed: Buffer): Int16Array {
  const values = new Int16Array(countPackedSmallints(packed));
  for (let i = 0; i < values.length; i++) values[i] = readPackedSmallint(packed, i);
  return values;
}

/** How many numbers are packed. */
export function countPackedSmallints(packed: Buffer): number {
  return packed.length / BYTES;
}

/** One packed number, by its index from 0. */
export function readPackedSmallint(packed: Buffer, index: number): number {
  return packed.readInt16BE(index * BYTES);
}
