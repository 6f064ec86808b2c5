/** A LIKE pattern for texts that contain `text`, whose wildcards are escaped. */
export function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
