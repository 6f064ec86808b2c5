import { useTranslation } from 'react-i18next';
import { describeError } from './api-error.ts';

/** Turns a failed call into what to tell a person; `fallback` is the screen's own sentence. */
export function useErrorMessage(): (error: unknown, fallback?: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => {
    const sentence = describeError(error, fallback);
    switch (sentence.kind) {
      case 'text':
        return sentence.text;
      case 'internal':
        return t('errors.internal');
      case 'network':
        return t('errors.network');
    }
  };
}
