import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { isCodeMissing } from '../../lib/api-error.ts';
import { useLiveState } from '../../lib/live-client.ts';
import { getRetryAction } from '../../lib/retry-policy.ts';
import { PublicLayout } from '../shell/public-layout.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <PublicLayout title={t('notFound.title')} text={t('notFound.text')}>
      <div>
        <ButtonLink to="/dashboard">{t('notFound.back')}</ButtonLink>
      </div>
    </PublicLayout>
  );
}

/** The not-found page inside the shell, for an unknown URL or ID. */
export function NotFoundInShell() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <Notice
        title={t('notFound.text')}
        action={<ButtonLink to="/dashboard">{t('notFound.back')}</ButtonLink>}
      />
    </Page>
  );
}

/** Shown for a page that failed to load or to render; the shell stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const { kind } = useLiveState();
  const [wasLive] = useState(kind === 'live');
  const isBackOnline = isCodeMissing(error) && !wasLive && kind === 'live';
  useEffect(() => {
    if (isBackOnline) window.location.reload();
  }, [isBackOnline]);
  return (
    <Page title={t('errors.page')}>
      <ErrorState error={error} onRetry={getRetryAction(error, reset)} />
    </Page>
  );
}
