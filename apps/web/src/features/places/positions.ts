/** A geographic position, in degrees. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** A distance in meters; south and west are negative. */
export interface Offset {
  readonly north: number;
  readonly east: number;
}

/** Meters per degree of latitude. */
const METERS_PER_DEGREE = 111_320;
/** Web maps have no tiles closer to the poles. */
const MAX_LATITUDE = 85;
/** Decimal places of a degree, precise to a tenth of a meter. */
const DECIMAL_PLACES = 6;
/** The spacing between placeholder positions, m. */
const SPACING = 16;

/** Rounds to a tenth of a meter, limits the latitude, and wraps the longitude to -180 to 180. */
export function normalizePosition({ lat, lng }: Position): Position {
  const clampedLat = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat));
  const wrappedLng = ((((lng + 180) % 360) + 360) % 360) - 180;
  return {
    lat: Number(clampedLat.toFixed(DECIMAL_PLACES)),
    lng: Number(wrappedLng.toFixed(DECIMAL_PLACES)),
  };
}

export function movePosition(from: Position, { north, east }: Offset): Position {
  const lat = from.lat + north / METERS_PER_DEGREE;
  return normalizePosition({
    lat,
    lng: from.lng + east / (METERS_PER_DEGREE * Math.cos(toRadians(from.lat))),
  });
}

/** The offset from one position to another nearby. */
export function getOffset(from: Position, to: Position): Offset {
  return {
    north: (to.lat - from.lat) * METERS_PER_DEGREE,
    east: (to.lng - from.lng) * METERS_PER_DEGREE * Math.cos(toRadians(from.lat)),
  };
}

/** The placeholder position of one of `count` bins without a position, in a square grid around the center. */
export function getPlaceholderPosition(center: Position, index: number, count: number): Position {
  const side = Math.ceil(Math.sqrt(count));
  const column = (index % side) - (side - 1) / 2;
  const row = Math.floor(index / side) - (side - 1) / 2;
  return movePosition(center, { north: -row * SPACING, east: column * SPACING });
}

/** The offset for an arrow key: one meter, or ten with Shift; null for other keys. */
export function getOffsetForKey(key: string, isLargeStep: boolean): Offset | null {
  const step = isLargeStep ? 10 : 1;
  switch (key) {
    case 'ArrowUp':
      return { north: step, east: 0 };
    case 'ArrowDown':
      return { north: -step, east: 0 };
    case 'ArrowLeft':
      return { north: 0, east: -step };
    case 'ArrowRight':
      return { north: 0, east: step };
    default:
      return null;
  }
}

export function isSamePosition(a: Position, b: Position): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
