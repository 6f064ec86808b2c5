import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { farmStates } from '../../lib/farm-states.ts';

/** Says where it is so that nobody knows how the bins of a list's farms stand. */
export function StatesFailed() {
  const { t } = useTranslation();
  const states = useQuery({ ...farmStates, enabled: false });
  if (!states.isError) return null;
  return (
    <ErrorState
      error={states.error}
      title={t('attention.failed')}
      onRetry={() => void states.refetch()}
    />
  );
}
