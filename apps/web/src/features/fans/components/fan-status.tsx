import type { Bin } from '@granary/contract/bins/http';
import type { FanState } from '@granary/contract/fans/state';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toBoardContact } from '../../../bin-data/board-contact.ts';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { FAN_LABELS, type ShownFanState, toShownFanState } from '../../../bin-data/shown-fan.ts';
import { Notice } from '../../../components/notice.tsx';
import { FanShape } from '../../../components/state/fan-shape.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useTemporaryMessage } from '../../../lib/temporary-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanDetailsQuery } from '../api/fan-commands.ts';
import { lastFanEventQuery } from '../api/get-fan-history.ts';
import { fanStateSince } from '../fan-state-since.ts';
import { findReportMismatch } from '../find-report-mismatch.ts';
import classes from './fans.module.css';

export interface FanStatusProps {
  readonly bin: Pick<Bin, 'id' | 'fan' | 'alerts' | 'usualIntervalS'>;
}

/** Whether a bin's fan is running, and since when. */
export function FanStatus({ bin }: FanStatusProps) {
  const { t } = useTranslation();
  const now = useNow();
  const { id, fan, alerts } = bin;
  const query = useQuery({ ...lastFanEventQuery(id), enabled: fan.attached });
  const details = useQuery({ ...fanDetailsQuery(id), enabled: fan.attached });
  const latest = useQuery({ ...latestReadingQuery(id), enabled: fan.attached });
  if (!fan.attached) {
    return <Notice state="unknown" title={t('fan.noneTitle')} detail={t('fan.noneDetail')} />;
  }
  // The fan control below shows the details' load error.
  const failed = details.isLoadingError
    ? undefined
    : [query, latest].find(({ isError }) => isError);
  return (
    <section className={classes['status']} aria-label={t('fan.status')}>
      {failed && <LoadErrorNotice key={failed.errorUpdatedAt} />}
      {query.isPending || latest.isPending ? (
        <p>{t('fan.loading')}</p>
      ) : (
        <Status
          state={
            query.data === undefined || latest.data === undefined
              ? null
              : toShownFanState(fan, alerts, toBoardContact(bin, latest.data), now)
          }
          since={fanStateSince(fan, query.data ?? null)}
          report={details.data ? findReportMismatch(fan, details.data) : null}
        />
      )}
    </section>
  );
}

interface StatusProps {
  readonly state: ShownFanState;
  readonly since: FanState['since'];
  /** What the board reports if that is not what the airflow shows. */
  readonly report: ReturnType<typeof findReportMismatch>;
}

function Status({ state, since, report }: StatusProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (state === null) {
    return (
      <>
        <FanShape state="off" size={48} />
        <p className={classes['label']}>{t('fan.fanUnknown')}</p>
      </>
    );
  }
  return (
    <>
      <FanShape state={state} size={48} />
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
        {report !== null && <p>{t(`fan.reported.${report}`)}</p>}
      </div>
    </>
  );
}

function LoadErrorNotice() {
  const { t } = useTranslation();
  const { isShown } = useTemporaryMessage('long', true);
  return isShown ? <Notice state="warning" isAlert title={t('fan.loadError')} /> : null;
}
