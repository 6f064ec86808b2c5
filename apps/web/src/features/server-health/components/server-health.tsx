import type { ServerHealth, StoredServerAlert } from '@granary/contract/server-health/http';
import { HOUR, MINUTE, SECOND } from '@granary/domain/units';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { serverHealthQuery, useAcknowledgeServerAlert } from '../api/server-health.ts';
import classes from './server-health.module.css';

/** The latest measurements of the server and the alerts about it, for admins. */
export function ServerHealthSection() {
  const { t } = useTranslation();
  const query = useQuery(serverHealthQuery);
  return (
    <section className={classes['section']}>
      <h2 className={classes['heading']}>{t('serverHealth.title')}</h2>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={48} />}
        errorTitle={t('serverHealth.failed')}
      >
        {({ alerts, measurements }) => (
          <>
            {alerts.length > 0 && (
              <ul className={classes['list']}>
                {alerts.map((alert) => (
                  <li key={alert.id} className={classes['alert']}>
                    <ServerAlertRow alert={alert} />
                  </li>
                ))}
              </ul>
            )}
            <Measurements {...measurements} />
          </>
        )}
      </QueryContent>
    </section>
  );
}

function ServerAlertRow({ alert }: { readonly alert: StoredServerAlert }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { rule, channel, since, closedAt, acknowledgedAt, acknowledgedBy } = alert;
  const name = channel === null ? '' : t(`channels.${channel}`);
  const title = t(`serverHealth.rules.${rule}`, { channel: name });
  const value = t('alerts.againstLimit', {
    value: formatValue(rule, alert.value, format),
    limit: formatValue(rule, alert.limit, format),
  });
  const time = t('alerts.since', {
    time: format.dateTime(since, now),
    ago: format.ago(since, now, 'long'),
  });
  const endText = closedAt && t('alerts.closedAt', { time: format.dateTime(closedAt, now) });
  return (
    <>
      <StateIcon state={closedAt === null ? alert.severity : 'ok'} size={20} />
      <div className={classes['text']}>
        <span className={classes['name']}>{title}</span>
        <span className={classes['detail']}>
          {[value, time, endText].filter((part) => part !== null).join(' · ')}
        </span>
        {closedAt === null && (
          <span className={classes['detail']}>{t(`serverHealth.actions.${rule}`)}</span>
        )}
        {acknowledgedAt !== null && (
          <span className={classes['detail']}>
            {t('alerts.acknowledgedBy', {
              name: acknowledgedBy ?? '–',
              time: format.dateTime(acknowledgedAt, now),
            })}
          </span>
        )}
      </div>
      {closedAt === null && acknowledgedAt === null && (
        <AcknowledgeButton id={alert.id} name={title} />
      )}
    </>
  );
}

function AcknowledgeButton({
  id,
  name,
}: Pick<StoredServerAlert, 'id'> & { readonly name: string }) {
  const { t } = useTranslation();
  const acknowledge = useAcknowledgeServerAlert();
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  return (
    <>
      {acknowledge.isError && (
        <Notice state="warning" isAlert title={formatError(acknowledge.error)} />
      )}
      <Button
        variant="default"
        disabled={isOffline}
        loading={acknowledge.isPending}
        aria-label={t('serverHealth.acknowledgeOf', { name })}
        onClick={() => acknowledge.mutate({ id })}
      >
        {t('alerts.acknowledge')}
      </Button>
    </>
  );
}

function Measurements(values: ServerHealth['measurements']) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { diskFreePercent, clockOffsetSeconds, lastArrivalAt, failingChannels } = values;
  const facts = [
    ...(diskFreePercent === null
      ? []
      : [t('serverHealth.disk', { free: format.percent(diskFreePercent, 0) })]),
    clockOffsetSeconds === null
      ? t('serverHealth.clockUnknown')
      : t('serverHealth.clock', {
          offset: format.duration(Math.abs(clockOffsetSeconds) * SECOND),
        }),
    lastArrivalAt === null
      ? t('serverHealth.noArrival')
      : t('serverHealth.arrival', { ago: format.ago(lastArrivalAt, now, 'long') }),
    ...failingChannels.map(({ channel, since }) =>
      t('serverHealth.failing', {
        channel: t(`channels.${channel}`),
        ago: format.ago(since, now, 'long'),
      }),
    ),
  ];
  return (
    <ul className={classes['list']}>
      {facts.map((fact) => (
        <li key={fact} className={classes['facts']}>
          {fact}
        </li>
      ))}
    </ul>
  );
}

function formatValue(
  rule: StoredServerAlert['rule'],
  value: number,
  format: ReturnType<typeof useFormat>,
): string {
  switch (rule) {
    case 'disk-low':
      return format.percent(value, 0);
    case 'database-away':
    case 'evaluation-failing':
      return format.duration(value * MINUTE);
    case 'clock-off':
      return format.duration(value * SECOND);
    case 'channel-failing':
    case 'no-boards':
      return format.duration(value * HOUR);
  }
}
