import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { allBinsQuery } from '../../../features/bins/api/get-all-bins.ts';
import { AttentionList } from '../../../features/bins/components/attention-list.tsx';
import { BinTable } from '../../../features/bins/components/bin-table.tsx';
import { OpenEntryNotices } from '../../../features/fans/components/open-entry-notice.tsx';
import { GrainTotalsBox } from '../../../features/inventory/components/grain-totals.tsx';
import { getBrowserTimeZone } from '../../../lib/browser-time-zone.ts';
import { useNow } from '../../../lib/clock.ts';
import { useWatch } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { NoFarms } from '../farms/no-farms.tsx';
import { useAssessedBins } from './use-assessed-bins.ts';

/** All of the user's bins: first those that need attention, then one row for each bin. */
export function OverviewPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const toErrorMessage = useErrorMessage();
  const now = useNow();
  useWatch({ all: true });
  const query = useQuery(allBinsQuery);
  const bins = useAssessedBins(query.data);
  return (
    <Page
      title={t('overview.title')}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
      meta={
        <>
          <LiveIndicator />
          <span>{t('records.timesIn', { zone: getBrowserTimeZone() })}</span>
        </>
      }
    >
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={8} height={56} />}
        errorTitle={t('bins.failed', { message: toErrorMessage(query.error) })}
      >
        {(summaries) =>
          summaries.length === 0 ? (
            <NoFarms title={t('bins.noData')} detail={t('bins.noneDetail')} />
          ) : (
            <>
              <OpenEntryNotices bins={bins.map(({ bin }) => bin)} />
              <AttentionList bins={bins} now={now} />
              <GrainTotalsBox bins={bins} />
              <BinTable bins={bins} now={now} label={t('overview.title')} />
            </>
          )
        }
      </QueryContent>
    </Page>
  );
}
