const MAX_NAME_LENGTH = 40;

/**
 * Shortens a name to one line of at most 40 characters, without characters that change how the text around it
 * is displayed.
 */
export function shortenName(name: string): string {
  const characters = [...name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()];
  return characters.length <= MAX_NAME_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}
