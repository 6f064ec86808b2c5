/** How many names an error message lists. */
const MAX_NAMES = 10;

/** One more than a message lists, to know whether there are more. */
export const NAME_QUERY_LIMIT = MAX_NAMES + 1;

/** The first ten names as a list for a message, with an ellipsis when there are more. */
export function formatNameList(names: readonly string[]): string {
  const listedNames = names.slice(0, MAX_NAMES);
  return (names.length > MAX_NAMES ? [...listedNames, '…'] : listedNames).join(', ');
}
