/** A point on the map, degrees. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** A way over the ground, metres; south and west are negative. */
export interface Offset {
  readonly north: number;
  readonly east: number;
}

/** Length of a degree of latitude, m. */
const METERS_PER_DEGREE = 111_320;
/** Web maps end here: further towards the poles there are no tiles. */
const MAX_LATITUDE = 85;
/** A tenth of a metre. */
const DIGITS = 6;
/** How far apart bins without a position are drawn, m. */
const SPACING = 16;

/** The position to a tenth of a metre, on the one world that there is. */
export function normalizePosition({ lat, lng }: Position): Position {
  const north = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat));
  const around = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { lat: Number(north.toFixed(DIGITS)), lng: Number(around.toFixed(DIGITS)) };
}

/** Where a way leads. */
export function movePosition(from: Position, { north, east }: Offset): Position {
  const lat = from.lat + north / METERS_PER_DEGREE;
  return normalizePosition({
    lat,
    lng: from.lng + east / (METERS_PER_DEGREE * Math.cos(radians(from.lat))),
  });
}

/** The way from one position to another near it. */
export function offsetBetween(from: Position, to: Position): Offset {
  return {
    north: (to.lat - from.lat) * METERS_PER_DEGREE,
    east: (to.lng - from.lng) * METERS_PER_DEGREE * Math.cos(radians(from.lat)),
  };
}

/** Where one of so many things without a position is drawn: in a square at the middle of the map. */
export function placeholderPosition(centre: Position, index: number, count: number): Position {
  const side = Math.ceil(Math.sqrt(count));
  const column = (index % side) - (side - 1) / 2;
  const row = Math.floor(index / side) - (side - 1) / 2;
  return movePosition(centre, { north: -row * SPACING, east: column * SPACING });
}

/** The way that an arrow key goes, one metre, or ten with Shift; null for other keys. */
export function offsetForKey(key: string, isFar: boolean): Offset | null {
  const step = isFar ? 10 : 1;
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

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
