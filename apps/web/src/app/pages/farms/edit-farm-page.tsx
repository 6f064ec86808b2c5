import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { farmBinsQuery } from '../../../features/bins/api/get-farm-bins.ts';
import { FarmContacts } from '../../../features/farm-contacts/components/farm-contacts.tsx';
import { farmQuery } from '../../../features/farms/api/get-farm.ts';
import { EditFarmForm } from '../../../features/farms/components/edit-farm-form.tsx';
import { NotFoundInShell } from '../error-pages.tsx';
import { useFarmBreadcrumbs } from '../use-breadcrumbs.tsx';
import { farmMapSlots } from './farm-map-slots.tsx';

const route = getRouteApi('/shell/editfarm/$farmId');

export function EditFarmPage() {
  const { farmId } = route.useParams();
  return farmId === null ? <NotFoundInShell /> : <EditFarm key={farmId} farmId={farmId} />;
}

/** Edits a farm, for its owner and for staff. */
function EditFarm({ farmId }: { readonly farmId: number }) {
  const { t } = useTranslation();
  // Always start an edit from fresh data.
  const farm = useQuery({ ...farmQuery(farmId), refetchOnMount: 'always' });
  const bins = useQuery(farmBinsQuery(farmId));
  const crumbs = useFarmBreadcrumbs(farm.data);
  const placeholder = <LoadingBlocks count={4} height={68} />;
  return (
    <Page
      title={t('farms.edit')}
      breadcrumbs={crumbs}
      hasBackButton
      {...(farm.data !== undefined && { meta: farm.data.name })}
    >
      {farm.isFetchedAfterMount || farm.isError ? (
        <QueryContent query={farm} loadingContent={placeholder} errorFallback={t('farms.failed')}>
          {(loadedFarm) => (
            <QueryContent
              query={bins}
              loadingContent={placeholder}
              errorFallback={t('farms.failed')}
            >
              {(farmBins) => (
                <>
                  <EditFarmForm farm={loadedFarm} bins={farmBins} {...farmMapSlots} />
                  <FarmContacts farmId={farmId} />
                </>
              )}
            </QueryContent>
          )}
        </QueryContent>
      ) : (
        placeholder
      )}
    </Page>
  );
}
