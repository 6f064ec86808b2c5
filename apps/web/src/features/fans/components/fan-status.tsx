import type { FanState } from '@granary/contract/fans/state';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
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
  readonly binId: number;
  /** From the plenum's airflow if measured, otherwise from the last fan event. */
  readonly fan: FanState;
}

/** Whether a bin's fan is running, and since when. */
export function FanStatus({ binId, fan }: FanStatusProps) {
  const { t } = useTranslation();
  const query = useQuery({ ...lastFanEventQuery(binId), enabled: fan.attached });
  const details = useQuery({ ...fanDetailsQuery(binId), enabled: fan.attached });
  if (!fan.attached) {
    return <Notice state="unknown" title={t('fan.noneTitle')} detail={t('fan.noneDetail')} />;
  }
  return (
    <section className={classes['status']} aria-label={t('fan.status')}>
      {query.isError && <LoadErrorNotice key={query.errorUpdatedAt} />}
      {query.isPending ? (
        <p>{t('fan.loading')}</p>
      ) : (
        <Status
          fan={fan}
          since={fanStateSince(fan, query.data ?? null)}
          report={details.data ? findReportMismatch(fan, details.data) : null}
        />
      )}
    </section>
  );
}

interface StatusProps {
  readonly fan: FanState;
  readonly since: FanState['since'];
  /** What the board reports if that is not what the airflow shows. */
  readonly report: ReturnType<typeof findReportMismatch>;
}

function Status({ fan, since, report }: StatusProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const label = fan.running === null ? 'fan.fanUnknown' : fan.running ? 'fan.fanOn' : 'fan.fanOff';
  const lacksAir = report === 'noAir';
  return (
    <>
      <FanShape state={lacksAir ? 'no-air' : fan.running === true ? 'on' : 'off'} size={48} />
      <div>
        <p className={classes['label']}>{t(lacksAir ? 'fan.noAir' : label)}</p>
        {since !== null && !lacksAir && (
          <p>
            {t(fan.running === true ? 'fan.onSince' : 'fan.offSince', {
              time: format.dateTime(since, now),
            })}
          </p>
        )}
        {fan.running === true && since !== null && (
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
