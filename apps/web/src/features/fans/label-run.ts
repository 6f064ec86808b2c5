import type { FanEvent } from '@granary/contract/fans/http';

/** The text for the duration of a run that ended, or whose end nobody reported. */
export function labelRun({ offAt, isPowerCut }: Pick<FanEvent, 'offAt' | 'isPowerCut'>) {
  if (isPowerCut) return 'fan.powerCut' as const;
  return offAt === null ? ('fan.noEnd' as const) : ('fan.ranFor' as const);
}
