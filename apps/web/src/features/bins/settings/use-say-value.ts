import { useTranslation } from 'react-i18next';
import type { SayValue } from './use-settings-form.ts';

/** How a field stands now that somebody else changed it, in words. */
export function useSayValue(): SayValue {
  const { t } = useTranslation();
  return (now, field) => {
    if (field === 'cables') return t('settingsForm.cablesChanged');
    const value = now[field];
    const shown =
      typeof value === 'boolean'
        ? t(value ? 'settingsForm.on' : 'settingsForm.off')
        : value || t('farmForm.nothing');
    return t('farmForm.staleField', { value: shown });
  };
}
