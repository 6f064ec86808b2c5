import type { UserSession } from '@granary/contract/accounts/security';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { sessionsQuery, useEndSession, useSignOutEverywhere } from '../api/sessions.ts';
import { formatBrowser } from '../browser-name.ts';
import formClasses from './account-form.module.css';
import classes from './session-list.module.css';

/** Lists the user's sessions, with buttons that end one session or all of them. */
export function SessionList() {
  const { t } = useTranslation();
  const query = useQuery(sessionsQuery);
  const endSession = useEndSession();
  const signOutEverywhere = useSignOutEverywhere();
  const isOffline = useLiveState().kind === 'offline';
  const [isConfirming, setConfirming] = useState(false);
  const failedMutation = [endSession, signOutEverywhere].find(({ isError }) => isError);
  return (
    <section className={formClasses['card']}>
      <h2 className={formClasses['heading']}>{t('sessions.title')}</h2>
      {failedMutation !== undefined && <ErrorState error={failedMutation.error} />}
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={2} height={64} />}
        errorTitle={t('sessions.failed')}
      >
        {(sessions) => (
          <ul className={classes['list']}>
            {sessions.map((session) => (
              <li key={session.id} className={classes['session']}>
                <Session session={session} />
                {!session.isCurrent && (
                  <Button
                    variant="default"
                    disabled={isOffline}
                    loading={endSession.isPending && endSession.variables === session.id}
                    aria-label={t('sessions.endOf', { browser: describeBrowser(session, t) })}
                    onClick={() => endSession.mutate(session.id)}
                  >
                    {t('sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
      <Group>
        <Button
          variant="default"
          disabled={isOffline}
          loading={signOutEverywhere.isPending}
          onClick={() => setConfirming(true)}
        >
          {t('sessions.everywhere')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('sessions.everywhere')}
        text={t('sessions.everywhereText')}
        confirmLabel={t('sessions.everywhere')}
        isBusy={signOutEverywhere.isPending}
        onConfirm={() =>
          signOutEverywhere.mutate(undefined, { onSettled: () => setConfirming(false) })
        }
        onCancel={() => setConfirming(false)}
      />
    </section>
  );
}

function Session({ session }: { readonly session: UserSession }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const since = t('sessions.since', { time: format.dateTime(session.startedAt, now) });
  return (
    <div>
      <p className={classes['browser']}>
        {describeBrowser(session, t)}
        {session.isCurrent && ` · ${t('sessions.current')}`}
      </p>
      <p className={classes['detail']}>
        {session.address === '' ? since : `${since} · ${session.address}`}
      </p>
    </div>
  );
}

function describeBrowser(
  { userAgent }: UserSession,
  t: (key: 'sessions.unknown') => string,
): string {
  return formatBrowser(userAgent) || t('sessions.unknown');
}
