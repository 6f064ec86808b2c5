import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { AddBinForm } from '../../../features/bins/add/components/add-bin-form.tsx';
import { farmQuery } from '../../../features/farms/api/get-farm.ts';
import { NotFoundInShell } from '../error-pages.tsx';
import { useFarmBreadcrumbs } from '../use-breadcrumbs.tsx';

const route = getRouteApi('/shell/addBinSensor/$farmId');

export function AddBinPage() {
  const { farmId } = route.useParams();
  const { board, number } = route.useSearch();
  const key = `${farmId} ${board} ${number}`;
  return farmId === null ? <NotFoundInShell /> : <AddBin key={key} farmId={farmId} />;
}

function AddBin({ farmId }: { readonly farmId: number }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { board = '', number } = route.useSearch();
  const farm = useQuery(farmQuery(farmId));
  const crumbs = useFarmBreadcrumbs(farm.data);
  return (
    <Page
      title={t('addBin.title')}
      breadcrumbs={crumbs}
      hasBackButton
      {...(farm.data !== undefined && { meta: farm.data.name })}
    >
      <QueryContent
        query={farm}
        loadingContent={<LoadingBlocks count={4} height={68} />}
        errorFallback={t('farms.failed')}
      >
        {(loadedFarm) => (
          <AddBinForm
            farm={loadedFarm}
            station={{ mainBoardId: board, binNumber: number === undefined ? '' : String(number) }}
            onDone={(wasKeySeen) =>
              void navigate({
                to: '/binsensorlist/$farmId',
                params: { farmId },
                ignoreBlocker: wasKeySeen,
              })
            }
          />
        )}
      </QueryContent>
    </Page>
  );
}
