import { useTranslation } from 'react-i18next';
import { formatCrop } from '../../../../bin-data/format-crop.ts';
import type { CableChange } from '../compare-cables.ts';
import type { SettingsValues } from '../settings-values.ts';

/** Formats the current values of fields that someone else changed. */
export interface SettingFormatter {
  readonly formatField: (
    now: SettingsValues,
    field: Exclude<keyof SettingsValues, 'cables'>,
  ) => string;
  readonly formatCable: (now: SettingsValues, change: CableChange) => string;
}

export function useFormatSetting(): SettingFormatter {
  const { t } = useTranslation();
  const say = (value: string) => t('farmForm.staleField', { value });
  return {
    formatField: (now, field) => {
      const value = now[field];
      if (typeof value === 'boolean') return say(t(`settingsForm.${value ? 'on' : 'off'}`));
      const text = field === 'crop' ? formatCrop(value, t) : value;
      return say(text || t('farmForm.nothing'));
    },
    formatCable: (now, { cable, field }) => {
      const theirs = now.cables.find((one) => one.cable === cable);
      if (theirs === undefined || field === null) return say(t('farmForm.nothing'));
      if (field === 'flip') return say(t(`settingsForm.${theirs.flip ? 'bottomUp' : 'topDown'}`));
      if (field !== 'crop') return say(theirs[field] || t('farmForm.nothing'));
      return say(formatCrop(theirs.crop, t) || t('settingsForm.asTheBin'));
    },
  };
}
