import type { SettingsSectionName } from '@granary/contract/bins/settings';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../lib/api-error.ts';
import { useErrorMessage } from '../../../../lib/use-error-message.ts';

/**
 * Returns a function that formats the reason why a section was not saved: its field errors, the server's
 * message or a general message.
 */
export function useSectionErrorMessage(section: SettingsSectionName): (error: unknown) => string {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  return (error) => {
    if (!(error instanceof ApiError) || error.status === 0) {
      return `${t(`settingsForm.failed.${section}`)}. ${formatError(error)}`;
    }
    const fieldMessages = [...new Set(error.fields.map(({ message }) => message))];
    if (fieldMessages.length > 0) return fieldMessages.join(' ');
    return formatError(error, error.message || t(`settingsForm.failed.${section}`));
  };
}

/** Returns a function that formats the reason why a bin's whole form was not saved. */
export function useBinFormErrorMessage(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError) || error.status >= 500) return t('editBin.serverError');
    if (error.status === 0) return t('errors.network');
    return error.message || t('editBin.invalid');
  };
}
