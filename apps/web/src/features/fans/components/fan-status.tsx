import type { Bin } from '@granary/contract/bins/http';
import type { FanState } from '@granary/contract/fans/state';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toBoardContact } from '../../../bin-data/board-contact.ts';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { FAN_LABELS, type ShownFanState, toShownFanState } from '../../../bin-data/shown-fan.ts';
import { Notice } from '../../../components/notice.tsx';
import { FanIcon } from '../../../components/state/fan-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useTemporaryMessage } from '../../../lib/temporary-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanDetailsQuery } from '../api/fan-commands.ts';
import { lastFanEventQuery } from '../api/get-fan-history.ts';
import { findFanStateStart } from '../fan-state-since.ts';
import { findReportMismatch } from '../find-report-mismatch.ts';
import classes from './fans.module.css';

export interface FanStatusProps {
  readonly bin: Pick<Bin, 'id' | 'fan' | 'alerts' | 'usualIntervalS'>;
}

/** Shows whether a bin's fan is running, and since when. */
export function FanStatus({ bin }: FanStatusProps) {
  const { t } = useTranslation();
  const now = useNow();
  const { id, fan, alerts } = bin;
  const lastEvent = useQuery({ ...lastFanEventQuery(id), enabled: fan.isAttached });
  const details = useQuery({ ...fanDetailsQuery(id), enabled: fan.isAttached });
  const latestReading = useQuery({ ...latestReadingQuery(id), enabled: fan.isAttached });
  if (!fan.isAttached) {
    return <Notice state="unknown" title={t('fan.noneTitle')} detail={t('fan.noneDetail')} />;
  }
  // The fan control below shows the error if the details fail to load.
  const failedQuery = details.isLoadingError
    ? undefined
    : [lastEvent, latestReading].find(({ isError }) => isError);
  return (
    <section className={classes['status']} aria-label={t('fan.status')}>
      {failedQuery && <LoadErrorNotice key={failedQuery.errorUpdatedAt} />}
      {lastEvent.isPending || latestReading.isPending ? (
        <p>{t('fan.loading')}</p>
      ) : (
        <Status
          state={
            lastEvent.data === undefined || latestReading.data === undefined
              ? null
              : toShownFanState(fan, alerts, toBoardContact(bin, latestReading.data), now)
          }
          since={findFanStateStart(fan, lastEvent.data ?? null)}
          reportMismatch={details.data ? findReportMismatch(fan, details.data) : null}
        />
      )}
    </section>
  );
}

interface StatusProps {
  readonly state: ShownFanState;
  readonly since: FanState['since'];
  /** How the board's report differs from what the airflow shows, if it does. */
  readonly reportMismatch: ReturnType<typeof findReportMismatch>;
}

function Status({ state, since, reportMismatch }: StatusProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (state === null) {
    return (
      <>
        <FanIcon state="off" size={48} />
        <p className={classes['label']}>{t('fan.fanUnknown')}</p>
      </>
    );
  }
  return (
    <>
      <FanIcon state={state} size={48} />
      <div>
        <p className={classes['label']}>{t(FAN_LABELS[state])}</p>
        {since !== null && state !== 'no-air' && (
          <p>
            {t(state === 'on' ? 'fan.onSince' : 'fan.offSince', {
              time: format.dateTime(since, now),
            })}
          </p>
        )}
        {since !== null && state === 'on' && (
          <p>{t('fan.elapsed', { duration: format.elapsed(Math.max(0, now - since)) })}</p>
        )}
        {reportMismatch !== null && <p>{t(`fan.reported.${reportMismatch}`)}</p>}
      </div>
    </>
  );
}

function LoadErrorNotice() {
  const { t } = useTranslation();
  const { isShown } = useTemporaryMessage('long', true);
  return isShown ? <Notice state="warning" isAlert title={t('fan.loadError')} /> : null;
}
