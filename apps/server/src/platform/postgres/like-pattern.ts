/** The LIKE pattern of texts that contain `text`, with its wildcards escaped. */
export function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
