import type { Farm } from '@granary/contract/farms/http';
import { canHaveCustomers, canOwnFarms } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import { Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { ContactLinks } from '../../../components/contact-links.tsx';
import { LoadWhenOpen } from '../../../components/load-when-open.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { farmStatesQuery, farmsQuery } from '../../../features/farms/api/get-farms.ts';
import { FarmCards } from '../../../features/farms/components/farm-cards.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useSession } from '../../../lib/use-session.ts';
import { NotFoundInShell } from '../error-pages.tsx';
import { NoFarms } from './no-farms.tsx';
import { StatesError } from './states-error.tsx';

const route = getRouteApi('/shell/farmlist/$userId');

const DeleteFarmDialog = lazy(async () => ({
  default: (await import('../../../features/farms/components/delete-farm-dialog.tsx'))
    .DeleteFarmDialog,
}));

export function FarmListPage() {
  const { userId } = route.useParams();
  return userId === null ? <NotFoundInShell /> : <FarmList userId={userId} />;
}

/** The farms of one user. Distributors never have any. */
export function FarmList({ userId }: { readonly userId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useSession();
  const [farmToDelete, setFarmToDelete] = useState<Farm | null>(null);
  const isOwn = session?.userId === userId;
  const canListCustomers = useCan('customers.list');
  const canManage = useCan('farm.manage');
  const isOtherUser = canListCustomers && !isOwn;
  const owner = useQuery({ ...userQuery(userId), enabled: isOtherUser });
  const role = isOwn ? session.role : owner.data?.role;
  const hasCustomers = role !== undefined && canHaveCustomers(role);
  const enabled = !hasCustomers && (!isOtherUser || owner.data !== undefined);
  const farms = useQuery({ ...farmsQuery(userId), enabled });
  const states = useQuery({ ...farmStatesQuery(userId), enabled });
  const placeholder = <LoadingBlocks count={3} height={220} isGrid />;
  const crumbs = [
    <Link key="users" to="/dashboard">
      {t('breadcrumbs.users')}
    </Link>,
  ];
  const list = hasCustomers ? (
    <Notice title={t('farms.distributor')} />
  ) : (
    <QueryContent query={farms} loadingContent={placeholder} errorFallback={t('farms.failed')}>
      {(loadedFarms) => {
        if (loadedFarms.length === 0) {
          const title = t('farms.none');
          return isOtherUser ? (
            <Notice
              title={title}
              detail={t(canManage ? 'farms.noneDetailStaff' : 'farms.noneDetail')}
            />
          ) : (
            <NoFarms title={title} detail={t('farms.noneDetail')} />
          );
        }
        if (states.isPending) return placeholder;
        return (
          <>
            <StatesError states={states} />
            <FarmCards
              farms={loadedFarms}
              states={states.data ?? []}
              {...(isOtherUser && canManage && { onDelete: setFarmToDelete })}
            />
          </>
        );
      }}
    </QueryContent>
  );
  return (
    <Page
      title={t('farms.title')}
      {...(farms.data !== undefined && { count: format.number(farms.data.length) })}
      {...(isOtherUser && { breadcrumbs: crumbs, hasBackButton: true })}
      {...(owner.data && {
        meta: (
          <>
            <span>{fullName(owner.data)}</span>
            <ContactLinks phone={owner.data.phone} email={owner.data.email} />
          </>
        ),
        breadcrumb: fullName(owner.data),
      })}
      {...(isOtherUser &&
        role !== undefined &&
        canOwnFarms(role) && { actions: <CustomerActions userId={userId} /> })}
    >
      {isOtherUser && owner.data === undefined ? (
        <QueryContent
          query={owner}
          loadingContent={placeholder}
          errorFallback={t('customers.failed')}
        >
          {() => null}
        </QueryContent>
      ) : (
        list
      )}
      <LoadWhenOpen isOpen={farmToDelete !== null}>
        {() =>
          farmToDelete !== null && (
            <DeleteFarmDialog farm={farmToDelete} onClose={() => setFarmToDelete(null)} />
          )
        }
      </LoadWhenOpen>
    </Page>
  );
}

function CustomerActions({ userId }: { readonly userId: number }) {
  const { t } = useTranslation();
  const canReadNotes = useCan('notes.read');
  const canReadAudit = useCan('audit.read');
  const canManageFarms = useCan('farm.manage');
  return (
    <Group gap="sm">
      {canReadNotes && (
        <ButtonLink variant="default" to="/notes/$userId" params={{ userId }}>
          {t('farms.notes')}
        </ButtonLink>
      )}
      {canReadAudit && (
        <ButtonLink variant="default" to="/changes" search={{ user: userId }}>
          {t('customers.changes')}
        </ButtonLink>
      )}
      {canManageFarms && (
        <ButtonLink
          to="/addFarm/$userId"
          params={{ userId }}
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('farms.add')}
        </ButtonLink>
      )}
    </Group>
  );
}
