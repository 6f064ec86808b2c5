import type { Channel } from '@granary/contract/notifications/channels';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { channelsQuery, useTestChannel } from '../api/channels.ts';
import classes from './channel-list.module.css';

/** Shows whether messages reach the user, with a test button for each channel. */
export function ChannelList() {
  const { t } = useTranslation();
  const query = useQuery(channelsQuery);
  const testChannel = useTestChannel();
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  return (
    <section className={classes['card']}>
      <h2 className={classes['heading']}>{t('channels.title')}</h2>
      {testChannel.isError && (
        <Notice state="warning" isAlert title={formatError(testChannel.error)} />
      )}
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={64} />}
        errorTitle={t('channels.failed')}
      >
        {(channels) => (
          <ul className={classes['list']}>
            {channels.map((channel) => (
              <li key={channel.name} className={classes['channel']}>
                <Status channel={channel} />
                {channel.isAvailable && (
                  <Button
                    variant="default"
                    disabled={isOffline}
                    loading={testChannel.isPending && testChannel.variables === channel.name}
                    aria-label={t('channels.testOf', { channel: t(`channels.${channel.name}`) })}
                    onClick={() => testChannel.mutate(channel.name)}
                  >
                    {t('channels.test')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </section>
  );
}

function Status({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { name, isAvailable, failingSince, refusedAt, test } = channel;
  const formatAge = (at: NonNullable<typeof failingSince>) => format.ago(at, now, 'long');
  return (
    <div className={classes['status']}>
      <Text fw={600}>{t(`channels.${name}`)}</Text>
      {!isAvailable && <Text size="sm">{t(`channels.${name}Unavailable`)}</Text>}
      {failingSince !== null && (
        <Notice
          state="warning"
          title={t('channels.failing', { time: formatAge(failingSince) })}
          detail={t('channels.failingDetail')}
        />
      )}
      {refusedAt !== null && (
        <Notice
          state="warning"
          title={t('channels.refused', { time: formatAge(refusedAt) })}
          detail={t(name === 'sms' ? 'channels.smsRefused' : 'channels.mailRefused')}
        />
      )}
      {test !== null && (
        <Text size="sm" role="status">
          {t(`channels.states.${test.state}`, { time: formatAge(test.at) })}
        </Text>
      )}
    </div>
  );
}
