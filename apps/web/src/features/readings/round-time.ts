/** Minutes are chosen in steps of five. */
export const MINUTE_STEP = 5;

/** A time (`HH:MM`) at the step at or before it: typed minutes may lie between two. */
export function roundToStep(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined) return time;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(hours)}:${two(minutes - (minutes % MINUTE_STEP))}`;
}
