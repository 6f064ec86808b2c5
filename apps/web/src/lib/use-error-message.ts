import { useTranslation } from 'react-i18next';
import { describeError } from './api-error.ts';

/** Returns a function that describes a failed call; `fallback` is the screen's message for errors without one. */
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
