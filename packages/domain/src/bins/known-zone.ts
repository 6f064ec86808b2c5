/** Results are cached by zone, because checking a zone is slow. */
const cachedZones = new Map<string, string>();

/** The time zone itself, or UTC if this machine does not support it, so that readings are stored anyway. */
export function toKnownZone(timeZone: string): string {
  const zone = cachedZones.get(timeZone) ?? (isKnown(timeZone) ? timeZone : 'UTC');
  cachedZones.set(timeZone, zone);
  return zone;
}

function isKnown(timeZone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
