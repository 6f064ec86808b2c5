import { useTranslation } from 'react-i18next';
import { cropText } from '../../../../bin-data/crop-text.ts';
import type { CableChange } from '../compare-cables.ts';
import type { SettingsValues } from '../settings-values.ts';

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
      if (typeof value === 'boolean') return say(t(`settingsForm.${value ? 'on' : 'off'}`));
      const text = field === 'crop' ? cropText(value, t) : value;
      return say(text || t('farmForm.nothing'));
    },
    ofCable: (now, { cable, field }) => {
      const theirs = now.cables.find((one) => one.cable === cable);
      if (theirs === undefined || field === null) return say(t('farmForm.nothing'));
      if (field === 'flip') return say(t(`settingsForm.${theirs.flip ? 'bottomUp' : 'topDown'}`));
      if (field !== 'crop') return say(theirs[field] || t('farmForm.nothing'));
      return say(cropText(theirs.crop, t) || t('settingsForm.asTheBin'));
    },
  };
}
