import { useTranslation } from 'react-i18next';
import { formatCrop } from '../../../../bin-data/format-crop.ts';
import type { CableChange } from '../compare-cables.ts';
import type { SettingsValues } from '../settings-values.ts';

/** Formats the current values of fields that someone else changed. */
export interface SettingFormatter {
  readonly formatField: (
    latest: SettingsValues,
    field: Exclude<keyof SettingsValues, 'cables'>,
  ) => string;
  readonly formatCable: (latest: SettingsValues, change: CableChange) => string;
}

export function useSettingFormatter(): SettingFormatter {
  const { t } = useTranslation();
  const formatCurrentValue = (value: string) => t('farmForm.staleField', { value });
  return {
    formatField: (now, field) => {
      const value = now[field];
      if (typeof value === 'boolean')
        return formatCurrentValue(t(`settingsForm.${value ? 'on' : 'off'}`));
      const text = field === 'crop' ? formatCrop(value, t) : value;
      return formatCurrentValue(text || t('farmForm.blank'));
    },
    formatCable: (now, change) => {
      const { field } = change;
      const cable = now.cables.find((cableValues) => cableValues.cable === change.cable);
      if (cable === undefined || field === null) return formatCurrentValue(t('farmForm.blank'));
      if (field === 'flip')
        return formatCurrentValue(t(`settingsForm.${cable.flip ? 'bottomUp' : 'topDown'}`));
      if (field !== 'crop') return formatCurrentValue(cable[field] || t('farmForm.blank'));
      return formatCurrentValue(formatCrop(cable.crop, t) || t('settingsForm.sameAsBin'));
    },
  };
}
