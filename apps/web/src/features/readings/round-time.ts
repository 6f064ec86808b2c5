export const MINUTE_STEP = 5;

/** Rounds a time (`HH:MM`) down to the step, because any minute can be typed. */
export function roundToStep(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined) return time;
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${twoDigits(hours)}:${twoDigits(minutes - (minutes % MINUTE_STEP))}`;
}
