import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { NotFoundInShell } from '../error-pages.tsx';
import { useFarmBreadcrumbs } from '../use-breadcrumbs.tsx';
import classes from './farm-map-page.module.css';
import { FarmMapSection } from './farm-map-section.tsx';
import { useFarm } from './use-farm.ts';

const route = getRouteApi('/shell/binsensormap/$farmId');

export function FarmMapPage() {
  const { farmId } = route.useParams();
  return farmId === null ? <NotFoundInShell /> : <FullHeightMap key={farmId} farmId={farmId} />;
}

/** The map of a farm, as tall as the window. */
function FullHeightMap({ farmId }: { readonly farmId: number }) {
  const { t } = useTranslation();
  const { farm, binsQuery, bins } = useFarm(farmId);
  const crumbs = useFarmBreadcrumbs(farm.data);
  const placeholder = <LoadingBlocks count={1} height={480} />;
  return (
    <Page
      title={farm.data ? t('map.title', { name: farm.data.name }) : t('map.open')}
      breadcrumb={t('map.open')}
      breadcrumbs={crumbs}
      hasBackButton
      meta={<LiveIndicator />}
    >
      <QueryContent query={farm} loadingContent={placeholder} errorFallback={t('farms.failed')}>
        {(loadedFarm) => (
          <QueryContent
            query={binsQuery}
            loadingContent={placeholder}
            errorFallback={t('farms.failed')}
          >
            {() => (
              <div className={classes['whole']}>
                <FarmMapSection farm={loadedFarm} bins={bins} isTall />
              </div>
            )}
          </QueryContent>
        )}
      </QueryContent>
    </Page>
  );
}
