import { fullName } from '@granary/domain/accounts/full-name';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { distributorCustomersQuery } from '../../../features/accounts/api/get-distributors.ts';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { UserTable } from '../../../features/accounts/components/user-table.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { NotFoundInShell } from '../error-pages.tsx';
import { type PersonAction, PersonDialog } from './person-dialog.tsx';

const route = getRouteApi('/shell/distributors/$distributorId/users');

export function DistributorUsersPage() {
  const { distributorId } = route.useParams();
  const { t } = useTranslation();
  const canList = useCan('distributors.list');
  if (distributorId === null) return <NotFoundInShell />;
  if (canList) return <DistributorUsers distributorId={distributorId} />;
  return (
    <Page title={t('distributors.title')} hasBackButton>
      <Notice title={t('distributors.adminsOnly')} />
    </Page>
  );
}

function DistributorUsers({ distributorId }: { readonly distributorId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const passedName = useRouterState({ select: ({ location }) => location.state.name });
  const distributor = useQuery({
    ...userQuery(distributorId),
    enabled: passedName === undefined,
  });
  const query = useQuery(distributorCustomersQuery(distributorId));
  const [action, setAction] = useState<PersonAction | null>(null);
  const loadedName = distributor.data && fullName(distributor.data);
  const name = passedName ?? loadedName ?? t('distributors.default');
  const title = t('distributors.users', { name });
  return (
    <Page
      title={title}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
      breadcrumbs={[
        <Link key="distributors" to="/distributors">
          {t('distributors.title')}
        </Link>,
      ]}
      breadcrumb={name}
      hasBackButton
    >
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={6} height={56} />}
        errorFallback={t('distributors.usersFailed')}
      >
        {(users) =>
          users.length === 0 ? (
            <Notice
              title={t('distributors.usersNone')}
              detail={t('distributors.usersNoneDetail')}
            />
          ) : (
            <UserTable
              label={title}
              users={users}
              onDelete={(user) =>
                setAction({
                  kind: 'delete-customer',
                  person: { id: user.id, name: fullName(user) },
                })
              }
            />
          )
        }
      </QueryContent>
      <PersonDialog action={action} onClose={() => setAction(null)} />
    </Page>
  );
}
