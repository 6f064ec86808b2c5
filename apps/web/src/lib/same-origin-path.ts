/** Returns a path on this site, normalized, or null for anything else, because the text can be forged. */
export function toSameOriginPath(text: string | undefined): string | null {
  if (text === undefined || !text.startsWith('/')) return null;
  const base = 'https://granary.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url === null || url.origin !== base) return null;
  // `/.//other.example` becomes `//other.example`, which is another site.
  if (url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
