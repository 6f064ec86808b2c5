import type { FanEvent } from '@granary/contract/fans/http';

/** The text for the duration of a run that ended, or whose end nobody reported. */
export function labelRun({ offAt, isPowerOutage }: Pick<FanEvent, 'offAt' | 'isPowerOutage'>) {
  if (isPowerOutage) return 'fan.powerOutage' as const;
  return offAt === null ? ('fan.noEnd' as const) : ('fan.ranFor' as const);
}
