export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;

/** Parses typed degrees, with a decimal comma or point; null if invalid or out of range. */
export function parseDegrees(text: string, max: number): number | null {
  const normalizedText = text.trim().replace('\u2212', '-').replace(',', '.');
  if (!/^[+-]?\d+(\.\d*)?$/.test(normalizedText)) return null;
  const value = Number(normalizedText);
  return Math.abs(value) <= max ? value : null;
}

/** Parses two typed coordinates in degrees; null if either is missing or invalid. */
export function parsePosition({ lat, lng }: { readonly lat: string; readonly lng: string }) {
  const [latitude, longitude] = [parseDegrees(lat, MAX_LATITUDE), parseDegrees(lng, MAX_LONGITUDE)];
  return latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };
}

/** Two coordinates with decimal points, or with decimal commas and no comma between the coordinates. */
const PAIR_PATTERNS = [
  /^\s*([-+\u2212\d.]+)°?\s*[,;\s]\s*([-+\u2212\d.]+)°?\s*$/,
  /^\s*([-+\u2212\d,]+)°?\s*[;\s]\s*([-+\u2212\d,]+)°?\s*$/,
];

/** Parses a string with two coordinates, as copied from a map: "49.6761, -97.9934". */
export function parsePastedPosition(
  text: string,
): { readonly lat: string; readonly lng: string } | null {
  for (const pattern of PAIR_PATTERNS) {
    const [, lat, lng] = pattern.exec(text) ?? [];
    if (lat !== undefined && lng !== undefined && parsePosition({ lat, lng }) !== null) {
      return { lat, lng };
    }
  }
  return null;
}
