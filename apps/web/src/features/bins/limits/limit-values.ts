import {
  type AlertLimits,
  alertLimitNames,
  areLevelsCrossed,
} from '@granary/contract/bins/settings';
import { displayBounds, type NumberFormat, parseNumberField } from '../settings/number-fields.ts';
import type { SettingProblem } from '../settings/validate-settings.ts';

export type LimitName = (typeof alertLimitNames)[number];

export const limitChoices = ['keep', 'on', 'off'] as const;

/** What a limit becomes in many bins. The number is text, in the unit of the form. */
export interface LimitValue {
  readonly choice: (typeof limitChoices)[number];
  readonly text: string;
}

export type LimitValues = Readonly<Record<LimitName, LimitValue>>;

/** The form before anything is chosen: every limit stays as it is. */
export const NO_LIMITS: LimitValues = {
  temperatureAlertC: { choice: 'keep', text: '' },
  co2Alert: { choice: 'keep', text: '' },
  differenceAlertC: { choice: 'keep', text: '' },
  silenceAlertHours: { choice: 'keep', text: '' },
  minLevelAlert: { choice: 'keep', text: '' },
  maxLevelAlert: { choice: 'keep', text: '' },
};

/** The chosen limits, or the field errors; temperatures in °C. */
export function readLimits(
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
    const typed = parseNumberField(name, text, numberFormat);
    if (typed.kind === 'number') limits[name] = typed.value;
    else if (typed.kind === 'empty') problems[name] = { kind: 'required' };
    else {
      const { min, max, steps } = displayBounds(name, numberFormat.unit);
      problems[name] = { kind: steps, min, max };
    }
  }
  const { minLevelAlert, maxLevelAlert } = limits;
  const enabledAlerts = { minLevelAlertEnabled: true, maxLevelAlertEnabled: true };
  if (areLevelsCrossed({ ...enabledAlerts, minLevelAlert, maxLevelAlert })) {
    problems.minLevelAlert = { kind: 'crossed' };
  }
  return { limits, problems };
}
