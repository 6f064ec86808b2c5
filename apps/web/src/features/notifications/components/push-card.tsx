import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { type PushState, pushQuery, useSwitchPush } from '../api/push.ts';
import classes from './push-card.module.css';

export interface PushCardProps {
  /** Whether push notifications are on in the saved profile. */
  readonly isOnInProfile: boolean;
}

/** Turns notifications on and off in this browser, or explains why that is not possible. */
export function PushCard({ isOnInProfile }: PushCardProps) {
  const { t } = useTranslation();
  const query = useQuery(pushQuery);
  return (
    <section className={classes['card']}>
      <h2 className={classes['heading']}>{t('push.title')}</h2>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={44} />}
        errorTitle={t('push.failed')}
      >
        {(state) => <Status state={state} isOnInProfile={isOnInProfile} />}
      </QueryContent>
    </section>
  );
}

function Status({ state, isOnInProfile }: PushCardProps & { readonly state: PushState }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  const switchPush = useSwitchPush();
  if (state !== 'on' && state !== 'off') {
    return <Notice state="unknown" title={t(`push.${state}`)} detail={t(`push.${state}Detail`)} />;
  }
  const isOn = state === 'on';
  return (
    <>
      {isOn && !isOnInProfile && (
        <Notice
          state="warning"
          title={t('push.offInProfile')}
          detail={t('push.offInProfileDetail')}
        />
      )}
      {switchPush.isError && (
        <Notice state="warning" isAlert title={formatError(switchPush.error)} />
      )}
      <Text>{t(isOn ? 'push.on' : 'push.off')}</Text>
      <Group>
        <Button
          variant={isOn ? 'default' : 'filled'}
          disabled={isOffline}
          loading={switchPush.isPending}
          onClick={() => switchPush.mutate(!isOn)}
        >
          {t(isOn ? 'push.turnOff' : 'push.turnOn')}
        </Button>
      </Group>
    </>
  );
}
