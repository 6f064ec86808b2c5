import type { FanEvent } from '@granary/contract/fans/http';

/** Returns the text key for a run's duration, whether or not its end was reported. */
export function getRunTextKey({
  offAt,
  endedByPowerOutage,
}: Pick<FanEvent, 'offAt' | 'endedByPowerOutage'>) {
  if (endedByPowerOutage) return 'fan.powerOutage' as const;
  return offAt === null ? ('fan.noEnd' as const) : ('fan.ranFor' as const);
}
