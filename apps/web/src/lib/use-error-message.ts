import { useTranslation } from 'react-i18next';
import { describeError } from './api-error.ts';

/** Returns the message for a failed call; `fallback` is the screen's own message. */
export function useErrorMessage(): (error: unknown, fallback?: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => {
    const description = describeError(error, fallback);
    switch (description.kind) {
      case 'text':
        return description.text;
      case 'internal':
        return t('errors.internal');
      case 'network':
        return t('errors.network');
    }
  };
}
