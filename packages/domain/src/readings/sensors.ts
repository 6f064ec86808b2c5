/**
 * What a person set for a sensor. `unmute` is the default; `mute` is shown and averaged but raises
 * no alerts and steers no fan; `disable` takes it out of everything.
 */
export type SensorStatus = 'unmute' | 'mute' | 'disable';

/** The status of the sensor at `position` (from 1, along its wire) of `cable` (from 1). */
export type StatusOf = (cable: number, position: number) => SensorStatus;

/**
 * How deep a sensor hangs, counted from 1 at the top, on a cable of `length` sensors. `flip` says
 * that sensor 1 is at the bottom end.
 */
export function depthFromTop(position: number, length: number, flip: boolean): number {
  return flip ? length - position + 1 : position;
}

/** The positions, ascending, of a sensor and all above it as they hang on their cable. */
export function positionsAtAndAbove(position: number, length: number, flip: boolean): number[] {
  const first = flip ? position : 1;
  const last = flip ? length : position;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
