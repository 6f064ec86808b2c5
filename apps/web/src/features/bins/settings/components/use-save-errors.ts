import type { Section } from '@granary/contract/bins/settings';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../lib/api-error.ts';
import { useErrorMessage } from '../../../../lib/use-error-message.ts';

/**
 * Why a section was not saved: what is wrong with its fields, else what the server said, else that
 * it was not.
 */
export function useSectionError(section: Section): (error: unknown) => string {
  const { t } = useTranslation();
  const sentence = useErrorMessage();
  return (error) => {
    if (!(error instanceof ApiError) || error.status === 0) {
      return `${t(`settingsForm.failed.${section}`)}. ${sentence(error)}`;
    }
    const ofFields = [...new Set(error.fields.map(({ message }) => message))];
    if (ofFields.length > 0) return ofFields.join(' ');
    return sentence(error, error.message || t(`settingsForm.failed.${section}`));
  };
}
