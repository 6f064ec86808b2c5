import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { placeProvidersQuery } from '../../../features/places/api/providers.ts';
import { ProviderSetup } from '../../../features/places/components/provider-setup.tsx';
import { PublicLayout } from '../../shell/public-layout.tsx';

/** Asks the first admin to choose the map providers. */
export function MapsSetup({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const query = useQuery(placeProvidersQuery);
  return (
    <PublicLayout title={t('providers.setUpTitle')} text={t('providers.setUpText')}>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={60} />}
        errorTitle={t('providers.failed')}
      >
        {(providers) => <ProviderSetup providers={providers} onDone={onDone} />}
      </QueryContent>
    </PublicLayout>
  );
}
