import type { SensorStatus } from '@granary/domain/readings/sensors';

/** In the order in which they are shown. */
export const sensorStatuses = [
  'unmute',
  'mute',
  'disable',
] as const satisfies readonly SensorStatus[];
