import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { PageLinks } from '../../../components/page-links.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { type AlertFilters, alertsQuery } from '../../../features/alerts/api/get-alerts.ts';
import { AlertFilterFields } from '../../../features/alerts/components/alert-filters.tsx';
import { AlertList } from '../../../features/alerts/components/alert-list.tsx';
import { ListNotices } from '../../../features/alerts/components/list-notices.tsx';
import { ServerHealthSection } from '../../../features/server-health/components/server-health.tsx';
import { getBrowserTimeZone } from '../../../lib/browser-time-zone.ts';
import { useCan } from '../../../lib/use-can.ts';

const route = getRouteApi('/shell/alerts');

/** The alerts of the bins that the user may see, open ones first. */
export function AlertsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { page = 1, ...filters } = route.useSearch();
  const query = useQuery(alertsQuery(filters, page));
  const filter = (newFilters: AlertFilters) => void navigate({ to: '/alerts', search: newFilters });
  const canChange = useCan('alerts.write');
  const canReadServerHealth = useCan('server-health.read');
  const { state = 'open', ...otherFilters } = filters;
  return (
    <Page
      title={t(canReadServerHealth ? 'shell.menu.alertsAndServer' : 'alerts.title')}
      meta={t('records.timesIn', { zone: getBrowserTimeZone() })}
      actions={
        canChange && (
          <ButtonLink to="/alerts/limits" variant="default">
            {t('alertLimits.link')}
          </ButtonLink>
        )
      }
    >
      {canReadServerHealth && <ServerHealthSection />}
      <AlertFilterFields filters={filters} onFilter={filter} />
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={6} height={96} />}
        errorTitle={t('alerts.failed')}
      >
        {({
          data,
          pagination,
          unchecked_bins: uncheckedBins,
          bins_without_alert: binsWithoutAlert,
        }) => (
          <>
            <ListNotices
              isEmpty={data.length === 0}
              state={state}
              isFiltered={Object.keys(otherFilters).length > 0 || state === 'unacknowledged'}
              uncheckedBinCount={state === 'closed' ? 0 : uncheckedBins}
            />
            {state === 'open' && filters.rule === undefined && filters.search === undefined && (
              <BinsWithoutAlert count={binsWithoutAlert} />
            )}
            {data.length > 0 && <AlertList alerts={data} />}
            {data.length > 0 && (
              <PageLinks
                {...pagination}
                renderLink={(to, content) => (
                  <ButtonLink
                    to="/alerts"
                    search={{ ...filters, ...(to > 1 && { page: to }) }}
                    variant="default"
                  >
                    {content}
                  </ButtonLink>
                )}
              />
            )}
          </>
        )}
      </QueryContent>
    </Page>
  );
}

/** Explains that some bins that need attention have no alert; renders nothing if there are none. */
function BinsWithoutAlert({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const canListCustomers = useCan('customers.list');
  if (count === 0) return null;
  return (
    <Text>
      {t('alerts.withoutAlert', { count })}{' '}
      <Link to={canListCustomers ? '/dashboard' : '/overview'}>{t('alerts.toAttention')}</Link>
    </Text>
  );
}
