const NAME_LENGTH = 40;

/** A name on one line, without characters that change how the text around it is shown. */
export function shortenName(name: string): string {
  const letters = [...name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()];
  return letters.length <= NAME_LENGTH
    ? letters.join('')
    : `${letters.slice(0, NAME_LENGTH - 1).join('')}…`;
}
