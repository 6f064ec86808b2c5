import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { distributorsQuery } from '../../../features/accounts/api/get-distributors.ts';
import { DistributorCards } from '../../../features/accounts/components/distributor-cards.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { type PersonAction, PersonDialog } from './person-dialog.tsx';

export function DistributorsPage() {
  const { t } = useTranslation();
  if (useCan('distributors.list')) return <AllDistributors />;
  return (
    <Page title={t('distributors.title')}>
      <Notice title={t('distributors.adminsOnly')} />
    </Page>
  );
}

function AllDistributors() {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(distributorsQuery);
  const [action, setAction] = useState<PersonAction | null>(null);
  return (
    <Page
      title={t('distributors.title')}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
    >
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={170} isGrid />}
        errorFallback={t('distributors.failed')}
      >
        {(distributors) =>
          distributors.length === 0 ? (
            <Notice title={t('distributors.none')} detail={t('distributors.noneDetail')} />
          ) : (
            <DistributorCards
              distributors={distributors}
              onDelete={(person) => setAction({ kind: 'delete-distributor', person })}
            />
          )
        }
      </QueryContent>
      <PersonDialog action={action} onClose={() => setAction(null)} />
    </Page>
  );
}
