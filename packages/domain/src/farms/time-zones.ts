/** Whether a string names a time zone. A bare offset does not: it has no daylight saving time. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/**
 * The source of a proposed time zone: the farm's location, the owner's profile, or the default because
 * neither is known.
 */
export const zoneSources = ['location', 'owner', 'default'] as const;

export interface ZoneProposal {
  readonly timezone: string;
  readonly source: (typeof zoneSources)[number];
}

/**
 * The time zone to propose for a new farm: that of its location, otherwise that of its owner, otherwise UTC.
 * A zone at sea ('Etc/…') is not used for a farm.
 * @param locationZone The zone at the farm's coordinates; null without coordinates.
 * @param ownerZone The zone of the owner's profile; may be empty.
 */
export function proposeTimeZone(locationZone: string | null, ownerZone: string): ZoneProposal {
  if (locationZone !== null && !locationZone.startsWith('Etc/') && isTimeZone(locationZone)) {
    return { timezone: locationZone, source: 'location' };
  }
  return isTimeZone(ownerZone)
    ? { timezone: ownerZone, source: 'owner' }
    : { timezone: 'UTC', source: 'default' };
}
