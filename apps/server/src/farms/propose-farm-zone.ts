import { proposeTimeZone, type ZoneProposal } from '@granary/domain/farms/time-zones';
import { find } from 'geo-tz';

/** Coordinates in degrees; null if they are not known. */
interface Location {
  readonly lat: number | null;
  readonly lng: number | null;
}

/**
 * The time zone to propose for an owner's new farm. Time zone borders come from OpenStreetMap (decision
 * 0028); for a disputed place, the first of its zones is proposed.
 */
export function proposeFarmZone({ lat, lng }: Location, owner: { timezone: string }): ZoneProposal {
  const locationZone = lat === null || lng === null ? undefined : find(lat, lng)[0];
  return proposeTimeZone(locationZone ?? null, owner.timezone);
}
