/**
 * Returns the normalized path if it is on this site, otherwise null. The text is untrusted: this prevents
 * open redirects.
 */
export function toSameOriginPath(text: string | undefined): string | null {
  if (text === undefined || !text.startsWith('/')) return null;
  const base = 'https://granary.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url === null || url.origin !== base) return null;
  // `/.//other.example` becomes `//other.example`, which is another site.
  if (url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
