import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';

/** Shows that the states of the bins could not be loaded. */
export function StatesError({ states }: { readonly states: UseQueryResult }) {
  const { t } = useTranslation();
  if (!states.isError) return null;
  return (
    <ErrorState
      error={states.error}
      title={t('attention.failed')}
      onRetry={() => void states.refetch()}
    />
  );
}
