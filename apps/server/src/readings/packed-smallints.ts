const BYTES = 2;

/** Two bytes each, as PostgreSQL's `int2send` has them; made and read faster than the text of an array. */
export function packSmallints(values: Int16Array): Buffer {
  const packed = Buffer.allocUnsafe(values.length * BYTES);
  for (let i = 0; i < values.length; i++) packed.writeInt16BE(values[i] as number, i * BYTES);
  return packed;
}

/** What `packSmallints` packed. */
export function unpackSmallints(packed: Buffer): Int16Array {
  const values = new Int16Array(packedLength(packed));
  for (let i = 0; i < values.length; i++) values[i] = packedAt(packed, i);
  return values;
}

/** How many numbers `packSmallints` packed. */
export function packedLength(packed: Buffer): number {
  return packed.length / BYTES;
}

/** One of what `packSmallints` packed, from 0 on, for lists too short to be worth an array. */
export function packedAt(packed: Buffer, index: number): number {
  return packed.readInt16BE(index * BYTES);
}
