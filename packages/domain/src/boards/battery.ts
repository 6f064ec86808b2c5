/** A board on mains power reports this for its battery. */
const FULL = 255;

/** Battery charge, %, for what a board sent: 255 means 100; null outside 0 to 100. */
export function batteryPercent(sent: number | null): number | null {
  if (sent === FULL) return 100;
  return sent !== null && sent >= 0 && sent <= 100 ? sent : null;
}
