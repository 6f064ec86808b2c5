export const MINUTE_STEP = 5;

/** Rounds a time (`HH:MM`) down to a multiple of `MINUTE_STEP`, because users can type any minute. */
export function roundDownToStep(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined) return time;
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${twoDigits(hours)}:${twoDigits(minutes - (minutes % MINUTE_STEP))}`;
}
