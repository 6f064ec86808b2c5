import { useTranslation } from 'react-i18next';
import type { CableChange } from './cable-changes.ts';
import type { SettingsValues } from './settings-values.ts';

/** How what somebody else changed meanwhile stands now, in words. */
export interface SayValue {
  readonly ofField: (now: SettingsValues, field: Exclude<keyof SettingsValues, 'cables'>) => string;
  readonly ofCable: (now: SettingsValues, change: CableChange) => string;
}

export function useSayValue(): SayValue {
  const { t } = useTranslation();
  const say = (value: string) => t('farmForm.staleField', { value });
  return {
    ofField: (now, field) => {
      const value = now[field];
      return say(
        typeof value === 'boolean'
          ? t(value ? 'settingsForm.on' : 'settingsForm.off')
          : value || t('farmForm.nothing'),
      );
    },
    ofCable: (now, { cable, field }) => {
      const theirs = now.cables.find((one) => one.cable === cable);
      if (theirs === undefined || field === null) return say(t('farmForm.nothing'));
      if (field === 'flip') return say(t(`settingsForm.${theirs.flip ? 'bottomUp' : 'topDown'}`));
      const text = theirs[field];
      return say(text || t(field === 'crop' ? 'settingsForm.asTheBin' : 'farmForm.nothing'));
    },
  };
}
