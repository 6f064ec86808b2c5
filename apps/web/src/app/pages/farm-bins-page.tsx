import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveMark } from '../../components/live-mark.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { BinRows } from '../../features/bins/bin-rows.tsx';
import { farmBins } from '../../features/bins/get-farm-bins.ts';
import { farmDetails } from '../../features/farms/get-farm.ts';
import { useNow } from '../../lib/clock.ts';
import { useWatch } from '../../lib/live-client.ts';
import { NotFoundHere } from './not-found-here.tsx';
import { useCrumbs } from './use-crumbs.tsx';
import { useJudgedBins } from './use-judged-bins.ts';

const route = getRouteApi('/shell/binsensorlist/$farmId');

export function FarmBinsPage() {
  const { farmId } = route.useParams();
  return farmId === null ? <NotFoundHere /> : <FarmBins farmId={farmId} />;
}

/** The bins of one farm, by name. */
function FarmBins({ farmId }: { readonly farmId: number }) {
  const { t } = useTranslation();
  const now = useNow();
  const farm = useQuery(farmDetails(farmId));
  const query = useQuery(farmBins(farmId));
  const request = useMemo(
    () => (query.data?.length ? { bins: query.data.map((bin) => bin.id) } : null),
    [query.data],
  );
  useWatch(request);
  const bins = useJudgedBins(query.data);
  const crumbs = useCrumbs(
    farm.data === undefined ? null : { ownerId: farm.data.ownerId, farm: null },
  );
  const place = farm.data && [farm.data.city, farm.data.state].filter(Boolean).join(', ');
  return (
    <Page
      title={farm.data?.name ?? t('farms.farm')}
      crumbs={crumbs}
      hasBack
      meta={
        <>
          {farm.data && (
            <span>
              {[place, t('farms.bins', { count: farm.data.binCount })].filter(Boolean).join(' · ')}
            </span>
          )}
          <LiveMark />
        </>
      }
    >
      <Loaded
        query={query}
        loading={<LoadingBlocks count={6} height={56} />}
        errorFallback={t('farms.failed')}
      >
        {(all) =>
          all.length === 0 ? (
            <Notice title={t('bins.none')} detail={t('bins.noneDetail')} />
          ) : (
            <BinRows bins={bins} now={now} label={farm.data?.name ?? t('farms.farm')} />
          )
        }
      </Loaded>
    </Page>
  );
}
