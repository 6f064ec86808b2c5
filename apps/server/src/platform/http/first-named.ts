/** So many names stand in a refusal. */
const NAMED = 10;

/** One more than are named: to know that there are more. */
export const NAMES_LOOKED_FOR = NAMED + 1;

/** The first of these names as a list in a sentence; a mark stands for those that are left out. */
export function firstNamed(names: readonly string[]): string {
  const first = names.slice(0, NAMED);
  return (names.length > NAMED ? [...first, '…'] : first).join(', ');
}
