/** Browsers and operating systems by a word in their `User-Agent`, most specific first. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Formats the browser and system in a `User-Agent`: 'Firefox, Windows'; empty if neither is known. */
export function formatBrowser(userAgent: string): string {
  const findName = (namesByToken: readonly (readonly [string, string])[]) =>
    namesByToken.find(([word]) => userAgent.includes(word))?.[1];
  return [findName(browsers), findName(systems)].filter((name) => name !== undefined).join(', ');
}
