import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';

/** Returns a function that formats the error of a failed command request. */
export function useCommandErrorMessage(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
      return t('fan.command.tryAgain');
    }
    if (error.status === 404) return t('fan.command.missing');
    return t('fan.command.failed', { message: error.message });
  };
}
