/**
 * The fields that hold the character U+0000 anywhere within, which PostgreSQL stores in no text.
 * However deep the values go, this does not overflow.
 */
export function fieldsWithNul(value: unknown): string[] {
  const found = new Set<string>();
  const waiting = Object.entries(value ?? {});
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, held] = next;
    if (typeof held === 'string' && held.includes('\0')) found.add(field);
    if (typeof held !== 'object' || held === null) continue;
    for (const inner of Object.values(held)) waiting.push([field, inner]);
  }
  return [...found];
}
