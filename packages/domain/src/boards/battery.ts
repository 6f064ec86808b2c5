/** A board on AC power reports this as its battery charge. */
const AC_POWER = 255;

/** The battery charge, %, that a board sent: 255 means 100; null outside 0 to 100. */
export function toBatteryPercent(value: number | null): number | null {
  if (value === AC_POWER) return 100;
  return value !== null && value >= 0 && value <= 100 ? value : null;
}
