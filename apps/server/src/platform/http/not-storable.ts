/** U+0000, which PostgreSQL stores in no text, and half a character, which is none. */
const NO_TEXT = /\0|\p{Surrogate}/u;

/**
 * The fields that hold anywhere within what cannot be stored as text. However deep the values go,
 * this does not overflow.
 */
export function fieldsNotStorable(value: unknown): string[] {
  const found = new Set<string>();
  const waiting = Object.entries(value ?? {});
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, held] = next;
    if (typeof held === 'string' && NO_TEXT.test(held)) found.add(field);
    if (typeof held !== 'object' || held === null) continue;
    for (const inner of Object.values(held)) waiting.push([field, inner]);
  }
  return [...found];
}
