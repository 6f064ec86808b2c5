/** Hashes several numbers into a 32-bit number (the finalizer of MurmurHash3, Appleby 2011). */
export function hash(...parts: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b);
    // A part above 32 bits, such as a timestamp, must not lose its upper half.
    h ^= (part / 0x1_0000_0000) | 0;
    h ^= h >>> 13;
    h = Math.imul(h, 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}

/** Hashes text, to get a seed from a name. */
export function hashText(text: string): number {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = hash(h, text.charCodeAt(i));
  return h;
}

/** An endless stream of numbers in [0, 1), the same for the same seed (mulberry32, Ettinger 2017). */
export function createRandomStream(seed: number): () => number {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Smooth noise in [-1, 1] with a random value at each whole `x`; the same for the same seed. */
export function smoothNoise(seed: number, x: number): number {
  const left = Math.floor(x);
  const fraction = x - left;
  const weight = fraction * fraction * (3 - 2 * fraction);
  const a = hash(seed, left) / 2_147_483_648 - 1;
  const b = hash(seed, left + 1) / 2_147_483_648 - 1;
  return a + (b - a) * weight;
}
