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

export function useSettingFormatter(): SettingFormatter {
  const { t } = useTranslation();
  const formatCurrent = (value: string) => t('farmForm.staleField', { value });
  return {
    formatField: (now, field) => {
      const value = now[field];
      if (typeof value === 'boolean')
        return formatCurrent(t(`settingsForm.${value ? 'on' : 'off'}`));
      const text = field === 'crop' ? formatCrop(value, t) : value;
      return formatCurrent(text || t('farmForm.blank'));
    },
    formatCable: (now, change) => {
      const { field } = change;
      const cable = now.cables.find((one) => one.cable === change.cable);
      if (cable === undefined || field === null) return formatCurrent(t('farmForm.blank'));
      if (field === 'flip')
        return formatCurrent(t(`settingsForm.${cable.flip ? 'bottomUp' : 'topDown'}`));
      if (field !== 'crop') return formatCurrent(cable[field] || t('farmForm.blank'));
      return formatCurrent(formatCrop(cable.crop, t) || t('settingsForm.asTheBin'));
    },
  };
}
