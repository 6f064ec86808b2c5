import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { isCodeMissing } from '../../lib/api-error.ts';
import { useLiveState } from '../../lib/live-client.ts';
import { retryAction } from '../../lib/retry-policy.ts';

/** Shown for a page that failed to load or to render; the shell stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const { kind } = useLiveState();
  const [wasLive] = useState(kind === 'live');
  const isBack = isCodeMissing(error) && !wasLive && kind === 'live';
  useEffect(() => {
    if (isBack) window.location.reload();
  }, [isBack]);
  return (
    <Page title={t('errors.page')}>
      <ErrorState error={error} onRetry={retryAction(error, reset)} />
    </Page>
  );
}
