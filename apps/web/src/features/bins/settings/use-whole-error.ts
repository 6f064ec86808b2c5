import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.ts';

/** Why the whole form of a bin was not saved. */
export function useBinFormError(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError) || error.status >= 500) return t('editBin.serverError');
    if (error.status === 0) return t('errors.network');
    return error.message || t('editBin.invalid');
  };
}
