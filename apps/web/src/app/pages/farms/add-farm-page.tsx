import { canHaveCustomers, canOwnFarms } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { AddFarmForm } from '../../../features/farms/components/add-farm-form.tsx';
import { NotFoundInShell } from '../error-pages.tsx';
import { useBreadcrumbs } from '../use-breadcrumbs.tsx';
import { farmMapSlots } from './farm-map-slots.tsx';

const route = getRouteApi('/shell/addFarm/$userId');

export function AddFarmPage() {
  const { userId } = route.useParams();
  return userId === null ? <NotFoundInShell /> : <AddFarm key={userId} ownerId={userId} />;
}

/** Adds a farm for a customer; only customers can have farms. */
function AddFarm({ ownerId }: { readonly ownerId: number }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const owner = useQuery(userQuery(ownerId));
  const crumbs = useBreadcrumbs({ ownerId, farm: null });
  return (
    <Page
      title={t('farms.add')}
      breadcrumbs={crumbs}
      hasBackButton
      {...(owner.data !== undefined && { meta: fullName(owner.data) })}
    >
      <QueryContent
        query={owner}
        loadingContent={<LoadingBlocks count={4} height={68} />}
        errorFallback={t('customers.failed')}
      >
        {({ role }) =>
          canOwnFarms(role) ? (
            <AddFarmForm
              ownerId={ownerId}
              {...farmMapSlots}
              onDone={() => void navigate({ to: '/farmlist/$userId', params: { userId: ownerId } })}
            />
          ) : (
            <Notice title={t(canHaveCustomers(role) ? 'farms.distributor' : 'farms.notOwner')} />
          )
        }
      </QueryContent>
    </Page>
  );
}
