import { SECOND } from '@granary/domain/units';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageButtons } from '../../../components/page-buttons.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { FanIcon } from '../../../components/state/fan-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanHistoryQuery } from '../api/get-fan-history.ts';
import { getRunTextKey } from '../run-text-key.ts';
import { FanTotals } from './fan-totals.tsx';
import classes from './fans.module.css';

/** When a bin's fan was turned on and off, newest first. */
export function FanHistory({ binId }: { readonly binId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toErrorMessage = useErrorMessage();
  const now = useNow();
  const [page, setPage] = useState(1);
  const query = useQuery(fanHistoryQuery(binId, page));
  return (
    <section className={classes['history']} aria-label={t('fan.history')}>
      <h2 className={classes['heading']}>{t('fan.history')}</h2>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={44} />}
        errorTitle={t('fan.noHistory', { message: toErrorMessage(query.error) })}
      >
        {({ data, pagination, totals }) =>
          data.length === 0 ? (
            <Notice state="unknown" title={t('fan.noHistoryOfBin')} />
          ) : (
            <>
              {totals.count > 0 && <FanTotals totals={totals} isAllTime />}
              <ul className={classes['events']}>
                {data.map(({ type, at, offAt, durationS, endedByPowerOutage }) => (
                  <li key={`${type} ${at}`}>
                    <FanIcon state={type} size={24} />
                    <b>{t(`fan.${type}`)}</b>
                    <span>{format.dateTime(at, now)}</span>
                    {durationS !== null && type === (offAt === null ? 'on' : 'off') && (
                      <span className={classes['secondary']}>
                        {t(getRunTextKey({ offAt, endedByPowerOutage }), {
                          duration: format.duration(durationS * SECOND),
                        })}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              <PageButtons page={page} pageCount={pagination.totalPages} onPageChange={setPage} />
            </>
          )
        }
      </QueryContent>
    </section>
  );
}
