import { proposeTimeZone, type ZoneProposal } from '@granary/domain/farms/time-zones';
import findZoneAt from '@photostructure/tz-lookup';

/** Coordinates in degrees; null if they are not known. */
interface Location {
  readonly lat: number | null;
  readonly lng: number | null;
}

/**
 * The time zone to propose for a new farm of an owner. The zone of the coordinates is looked up in a
 * compressed table (decision 0024), which is wrong for a few points near the border of two zones.
 */
export function proposeFarmZone({ lat, lng }: Location, owner: { timezone: string }): ZoneProposal {
  const atLocation = lat === null || lng === null ? null : findZoneAt(lat, lng);
  return proposeTimeZone(atLocation, owner.timezone);
}
