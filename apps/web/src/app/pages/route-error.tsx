import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';

/** A page that failed to load or to draw itself; the frame round it stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  return (
    <Page title={t('errors.page')}>
      <ErrorState error={error} onRetry={reset} />
    </Page>
  );
}
