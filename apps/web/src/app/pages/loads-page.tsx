import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { binDetails } from '../../features/bins/get-bin.ts';
import { BinError } from './bin-error.tsx';
import { BinInventory } from './bin-inventory.tsx';
import { useCrumbs } from './use-crumbs.tsx';

const route = getRouteApi('/shell/binsensor/$id/loads');

/** What was filled into a bin and taken out. */
export function LoadsPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  if (id === null) {
    return (
      <Page title={t('loads.title')} hasBack>
        <Notice state="warn" isAlert title={t('bin.invalidId')} />
      </Page>
    );
  }
  return <LoadsOf key={id} id={id} />;
}

function LoadsOf({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const query = useQuery(binDetails(id));
  const bin = query.data;
  const crumbs = useCrumbs(
    bin === undefined
      ? null
      : { ownerId: bin.ownerId, farm: { id: bin.farmId, name: bin.farm.name } },
  );
  const own = bin && (
    <Link key="bin" to="/binsensor/$id" params={{ id: bin.id }}>
      {bin.name}
    </Link>
  );
  return (
    <Page
      title={bin === undefined ? t('loads.title') : t('loads.titleOf', { name: bin.name })}
      crumb={t('loads.title')}
      crumbs={own === undefined ? crumbs : [...crumbs, own]}
      hasBack
      isNarrow
    >
      {bin !== undefined ? (
        <BinInventory bin={bin} />
      ) : query.isError ? (
        <BinError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingBlocks count={2} height={200} />
      )}
    </Page>
  );
}
