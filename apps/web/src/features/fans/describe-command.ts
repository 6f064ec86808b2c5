import type { FanDetails } from '@granary/contract/commands/http';
import type { Millis } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import type { Formats } from '../../lib/format.ts';

interface FormatContext {
  readonly t: TFunction;
  readonly format: Formats;
  readonly now: Millis;
}

/** Describes what was last requested for a fan, by whom and when. */
export function describeRequest(details: FanDetails, { t, format, now }: FormatContext): string {
  const { fan, runForS, requestedBy, requestedAt } = details;
  if (fan === null || requestedAt === null) return t('fan.command.none');
  const requestText =
    fan === 'off'
      ? t('fan.off')
      : runForS === null
        ? t('fan.command.onUntilOff')
        : t('fan.command.onFor', { duration: format.duration(runForS * 1000) });
  const time = format.dateTime(requestedAt, now);
  return requestedBy === null
    ? t('fan.command.requestedAt', { what: requestText, time })
    : t('fan.command.requestedBy', { what: requestText, time, name: requestedBy });
}

/** Whether the latest command failed or expired without being confirmed. */
export function hasCommandFailed({ outcome, confirmedAt }: FanDetails): boolean {
  return confirmedAt === null && (outcome === 'failed' || outcome === 'expired');
}

/** Describes the outcome of the latest command; null before the first command. */
export function describeOutcome(
  { outcome, failure, releasedAt, confirmedAt, expiresAt }: FanDetails,
  { t, format, now }: FormatContext,
): string | null {
  const toTimeParam = (time: Millis | null) => ({
    time: time === null ? '' : format.dateTimeSeconds(time, now),
  });
  // A board can still confirm a command that has failed, expired or been superseded.
  switch (confirmedAt !== null && outcome !== null ? 'confirmed' : outcome) {
    case null:
      return null;
    case 'queued':
      return t('fan.command.outcome.queued', toTimeParam(expiresAt));
    case 'released':
      return t('fan.command.outcome.released', toTimeParam(releasedAt));
    case 'confirmed':
    case 'proven':
      return t('fan.command.outcome.confirmed', toTimeParam(confirmedAt));
    case 'expired':
      if (failure !== null) return t(`fan.command.failures.${failure}`);
      return t('fan.command.outcome.expired', toTimeParam(expiresAt));
    case 'superseded':
    case 'cancelled':
      if (failure !== null) return t(`fan.command.failures.${failure}`);
      return t(`fan.command.outcome.${releasedAt === null ? 'cancelled' : 'withdrawn'}`);
    case 'failed':
      return t(`fan.command.failures.${failure ?? 'no-answer'}`);
  }
}
