import {
  type AlertLimits,
  alertLimitNames,
  areLevelsCrossed,
} from '@granary/contract/bins/settings';
import { type NumberFormat, parseNumberField, toDisplayBounds } from '../settings/number-fields.ts';
import type { SettingProblem } from '../settings/validate-settings.ts';

export type LimitName = (typeof alertLimitNames)[number];

export const limitChoices = ['keep', 'on', 'off'] as const;

/** How to change one limit in several bins. The number is text, in the form's unit. */
export interface LimitValue {
  readonly choice: (typeof limitChoices)[number];
  readonly text: string;
}

export type LimitValues = Readonly<Record<LimitName, LimitValue>>;

/** The form before anything is chosen: every limit stays as it is. */
export const NO_LIMIT_CHANGES: LimitValues = {
  temperatureAlertC: { choice: 'keep', text: '' },
  co2Alert: { choice: 'keep', text: '' },
  differenceAlertC: { choice: 'keep', text: '' },
  silenceAlertHours: { choice: 'keep', text: '' },
  minLevelAlert: { choice: 'keep', text: '' },
  maxLevelAlert: { choice: 'keep', text: '' },
};

/** Returns the chosen limits (temperatures in °C) and the field errors. */
export function parseLimits(
  values: LimitValues,
  numberFormat: NumberFormat,
): {
  readonly limits: AlertLimits;
  readonly problems: Partial<Record<LimitName, SettingProblem>>;
} {
  const limits: AlertLimits = {};
  const problems: Partial<Record<LimitName, SettingProblem>> = {};
  for (const name of alertLimitNames) {
    const { choice, text } = values[name];
    if (choice === 'keep') continue;
    if (choice === 'off') {
      limits[name] = null;
      continue;
    }
    const parsed = parseNumberField(name, text, numberFormat);
    if (parsed.kind === 'number') limits[name] = parsed.value;
    else if (parsed.kind === 'empty') problems[name] = { kind: 'required' };
    else {
      const { min, max, errorKind } = toDisplayBounds(name, numberFormat.unit);
      problems[name] = { kind: errorKind, min, max };
    }
  }
  const { minLevelAlert, maxLevelAlert } = limits;
  const enabledAlerts = { minLevelAlertEnabled: true, maxLevelAlertEnabled: true };
  if (areLevelsCrossed({ ...enabledAlerts, minLevelAlert, maxLevelAlert })) {
    problems.minLevelAlert = { kind: 'crossed' };
  }
  return { limits, problems };
}
