/** A point on the map, degrees. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** A way over the ground, metres; south and west are negative. */
export interface Way {
  readonly north: number;
  readonly east: number;
}

/** Length of a degree of latitude, m. */
const DEGREE = 111_320;
/** Web maps end here: further towards the poles there are no tiles. */
const LAST_LATITUDE = 85;
/** A tenth of a metre. */
const DIGITS = 6;
/** How far apart bins without a position are drawn, m. */
const SPREAD = 16;

/** The position to a tenth of a metre, on the one world that there is. */
export function tidied({ lat, lng }: Position): Position {
  const north = Math.min(LAST_LATITUDE, Math.max(-LAST_LATITUDE, lat));
  const around = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { lat: Number(north.toFixed(DIGITS)), lng: Number(around.toFixed(DIGITS)) };
}

/** Where a way leads. */
export function gone(from: Position, { north, east }: Way): Position {
  const lat = from.lat + north / DEGREE;
  return tidied({ lat, lng: from.lng + east / (DEGREE * Math.cos(radians(from.lat))) });
}

/** The way from one position to another near it. */
export function wayBetween(from: Position, to: Position): Way {
  return {
    north: (to.lat - from.lat) * DEGREE,
    east: (to.lng - from.lng) * DEGREE * Math.cos(radians(from.lat)),
  };
}

/** Where one of so many things without a position is drawn: in a square at the middle of the map. */
export function waitingAt(centre: Position, index: number, count: number): Position {
  const side = Math.ceil(Math.sqrt(count));
  const column = (index % side) - (side - 1) / 2;
  const row = Math.floor(index / side) - (side - 1) / 2;
  return gone(centre, { north: -row * SPREAD, east: column * SPREAD });
}

/** The way that an arrow key goes, one metre, or ten with Shift; null for other keys. */
export function wayOfKey(key: string, isFar: boolean): Way | null {
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

export function isSamePlace(a: Position, b: Position): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
