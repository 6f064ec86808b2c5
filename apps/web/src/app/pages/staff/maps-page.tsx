import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { placeProvidersQuery } from '../../../features/places/api/providers.ts';
import { ProviderForm } from '../../../features/places/components/provider-form.tsx';

/** Admins choose the providers for map tiles and place search here. */
export function MapsPage() {
  const { t } = useTranslation();
  const query = useQuery(placeProvidersQuery);
  return (
    <Page title={t('providers.title')}>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={8} height={60} />}
        errorTitle={t('providers.failed')}
      >
        {(providers) => <ProviderForm providers={providers} />}
      </QueryContent>
    </Page>
  );
}
