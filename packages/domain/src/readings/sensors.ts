/**
 * The setting of a sensor. `unmute` is the default. A `mute` sensor is shown and averaged, but raises no
 * alerts and is not used for fan control. A `disable` sensor is ignored.
 */
export type SensorStatus = 'unmute' | 'mute' | 'disable';

/** The status of the sensor at `position` (from 1, along its wire) of `cable` (from 1). */
export type GetStatus = (cable: number, position: number) => SensorStatus;

/**
 * Returns the depth of a sensor, counted from 1 at the top, on a cable with `length` sensors. `flip`: whether
 * sensor 1 is at the bottom.
 */
export function depthFromTop(position: number, length: number, flip: boolean): number {
  return flip ? length - position + 1 : position;
}

/** Lists the positions, in ascending order, of a sensor and all sensors above it on the cable. */
export function listPositionsAtOrAbove(position: number, length: number, flip: boolean): number[] {
  const first = flip ? position : 1;
  const last = flip ? length : position;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
