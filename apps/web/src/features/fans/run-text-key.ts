import type { FanEvent } from '@granary/contract/fans/http';

/** Returns the translation key for a run's duration; it depends on how the run ended. */
export function getRunTextKey({
  offAt,
  endedByPowerOutage,
}: Pick<FanEvent, 'offAt' | 'endedByPowerOutage'>) {
  if (endedByPowerOutage) return 'fan.powerOutage' as const;
  return offAt === null ? ('fan.noEnd' as const) : ('fan.ranFor' as const);
}
