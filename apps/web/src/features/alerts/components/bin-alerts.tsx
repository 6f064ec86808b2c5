import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { binAlertsQuery } from '../api/get-alerts.ts';
import classes from './alert-row.module.css';
import { AlertRow } from './alert-row.tsx';

/** A bin's open alerts; renders nothing if there are none. */
export function BinAlerts({ binId }: { readonly binId: number }) {
  const { t } = useTranslation();
  const query = useQuery(binAlertsQuery(binId));
  if (query.data === undefined) {
    if (!query.isError) return null;
    return (
      <ErrorState
        error={query.error}
        title={t('alerts.failed')}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data.length === 0) return null;
  return (
    <section aria-label={t('alerts.ofBin')}>
      <ol className={classes['list']}>
        {query.data.map((alert) => (
          <li key={alert.id}>
            <AlertRow alert={alert} isPlaceShown={false} />
          </li>
        ))}
      </ol>
    </section>
  );
}
