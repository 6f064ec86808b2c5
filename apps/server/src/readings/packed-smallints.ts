const BYTES = 2;
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Two bytes for each number, as `int2send` of PostgreSQL; faster than the text form of an array. */
export function packSmallints(values: Int16Array): Buffer {
  const packed = Buffer.alloc(values.length * BYTES);
  packed.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return isLittleEndian ? packed.swap16() : packed;
}

/** Reverses `packSmallints`. */
export function unpackSmallints(packed: Buffer): Int16Array {
  const values = new Int16Array(countPackedSmallints(packed));
  const bytes = Buffer.from(values.buffer);
  bytes.set(packed);
  if (isLittleEndian) bytes.swap16();
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
