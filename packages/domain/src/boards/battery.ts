/** A board on AC power reports this as its battery. */
const FULL = 255;

/** The battery charge, %, that a board sent: 255 means 100; null outside 0 to 100. */
export function batteryPercent(sent: number | null): number | null {
  if (sent === FULL) return 100;
  return sent !== null && sent >= 0 && sent <= 100 ? sent : null;
}
