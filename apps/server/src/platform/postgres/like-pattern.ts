/** A LIKE pattern that matches values containing `text`, whose wildcards are escaped. */
export function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
