export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;

/** Parses typed degrees, with a decimal comma or point; null if invalid or out of range. */
export function parseDegrees(text: string, max: number): number | null {
  const plain = text.trim().replace('\u2212', '-').replace(',', '.');
  if (!/^[+-]?\d+(\.\d*)?$/.test(plain)) return null;
  const value = Number(plain);
  return Math.abs(value) <= max ? value : null;
}

/** Two typed coordinates in degrees; null while one is missing or invalid. */
export function parsePosition({ lat, lng }: { readonly lat: string; readonly lng: string }) {
  const [north, east] = [parseDegrees(lat, MAX_LATITUDE), parseDegrees(lng, MAX_LONGITUDE)];
  return north === null || east === null ? null : { lat: north, lng: east };
}

/** With decimal points, or with decimal commas and no comma between the two. */
const PAIRS = [
  /^\s*([-+\u2212\d.]+)°?\s*[,;\s]\s*([-+\u2212\d.]+)°?\s*$/,
  /^\s*([-+\u2212\d,]+)°?\s*[;\s]\s*([-+\u2212\d,]+)°?\s*$/,
];

/** Parses two coordinates in one text, as copied from a map: "49.6761, -97.9934". */
export function parsePastedPosition(
  text: string,
): { readonly lat: string; readonly lng: string } | null {
  for (const pair of PAIRS) {
    const [, lat, lng] = pair.exec(text) ?? [];
    if (lat !== undefined && lng !== undefined && parsePosition({ lat, lng }) !== null) {
      return { lat, lng };
    }
  }
  return null;
}
