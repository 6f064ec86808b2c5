export const MINUTE_STEP = 5;

/** Rounds a time (`HH:MM`) down to the step, because any minute can be typed. */
export function roundToStep(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined) return time;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(hours)}:${two(minutes - (minutes % MINUTE_STEP))}`;
}
