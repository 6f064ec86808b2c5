import type { LimitOutcome, LimitPreview } from '@granary/contract/alerts/limits';
import {
  type AlertLimits,
  alertLimitNames,
  alertSwitches,
  areLevelsCrossed,
  toSettingWireName,
} from '@granary/contract/bins/settings';
import { fullName } from '@granary/domain/accounts/full-name';
import type { SettingsProblem } from './change-settings.ts';
import type { findBinLimits } from './limits-store.ts';

type BinLimits = Awaited<ReturnType<typeof findBinLimits>>[number];

type AlertSettings = Pick<
  BinLimits,
  keyof typeof alertSwitches | (typeof alertSwitches)[keyof typeof alertSwitches]
>;

/** Lists the changes that alert limits would make to bins, for at most `maxListed` of the changed bins. */
export function previewLimits(
  bins: readonly BinLimits[],
  limits: AlertLimits,
  maxListed: number,
): LimitPreview {
  const edit = toSettingsEdit(limits);
  const changedBins = bins.flatMap((bin) => {
    const after: AlertSettings = { ...bin, ...edit };
    const changes = alertLimitNames
      .map((name) => ({
        limit: toSettingWireName(name),
        before: getLimit(bin, name),
        after: getLimit(after, name),
      }))
      .filter((change) => change.before !== change.after);
    if (changes.length === 0) return [];
    const { id, name, crop, farmName, version } = bin;
    const changesLevels = changes.some(({ limit }) => levelNames.includes(limit));
    const hasCrossedLevels = changesLevels && areLevelsCrossed(after);
    return [
      { id, name, farmName, ownerName: fullName(bin), crop, version, changes, hasCrossedLevels },
    ];
  });
  return {
    foundCount: bins.length,
    changingCount: changedBins.length,
    bins: changedBins.slice(0, maxListed),
  };
}

const levelNames = [toSettingWireName('minLevelAlert'), toSettingWireName('maxLevelAlert')];

/** Returns the limit of an alert; null if the alert is off. */
function getLimit(settings: AlertSettings, name: keyof typeof alertSwitches): number | null {
  return settings[alertSwitches[name]] ? settings[name] : null;
}

/** Converts alert limits to a settings edit. An alert that is turned off keeps its limit. */
export function toSettingsEdit(limits: AlertLimits): Partial<AlertSettings> {
  const edit: Partial<AlertSettings> = {};
  for (const name of alertLimitNames) {
    const limit = limits[name];
    if (limit === undefined) continue;
    edit[alertSwitches[name]] = limit !== null;
    if (limit !== null) edit[name] = limit;
  }
  return edit;
}

type UnchangedReason = LimitOutcome['unchanged'][number]['reason'];

/**
 * Returns the reason that a bin's limits were not changed; null for problems that a change of limits cannot
 * cause.
 */
export function toReason({ kind }: SettingsProblem): UnchangedReason | null {
  switch (kind) {
    case 'stale':
      return 'changed-since';
    case 'levels-crossed':
      return 'levels-crossed';
    case 'gone':
      return 'not-found';
    case 'forbidden':
      return 'not-allowed';
    case 'invalid':
    case 'alert-without-number':
    case 'board-on-another-farm':
    case 'station-taken':
    case 'address-taken':
    case 'address-pending':
    case 'fan-running':
    case 'bin-entered':
      return null;
  }
}
