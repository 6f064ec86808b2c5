import { fullName } from '@granary/domain/accounts/full-name';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { PageLinks } from '../../../components/page-links.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { TwoFactorRoles } from '../../../features/accounts/components/two-factor-roles.tsx';
import {
  type EventFilters,
  securityEventsQuery,
} from '../../../features/security-events/api/get-security-events.ts';
import { EventFilterForm } from '../../../features/security-events/components/event-filters.tsx';
import { EventList } from '../../../features/security-events/components/event-list.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';

const route = getRouteApi('/shell/securityEvents');

/** Sign-ins, rejected requests, rejected boards and access changes, for admins. */
export function SecurityEventsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const canRequireTwoFactor = useCan('two-factor.require');
  const { page = 1, ...filters } = route.useSearch();
  const query = useQuery(securityEventsQuery(filters, page));
  const { user } = filters;
  const person = useQuery({ ...userQuery(user ?? 0), enabled: user !== undefined });
  const filter = (newFilters: EventFilters) =>
    void navigate({ to: '/securityEvents', search: newFilters });
  const title =
    person.data === undefined
      ? t('securityEvents.title')
      : t('securityEvents.of', { name: fullName(person.data) });
  return (
    <Page title={title} {...(user !== undefined && { hasBackButton: true })}>
      {canRequireTwoFactor && user === undefined && <TwoFactorRoles />}
      {/* The key remounts the form, so that navigating back restores its fields. */}
      <EventFilterForm key={JSON.stringify(filters)} filters={filters} onFilter={filter} />
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={8} height={64} />}
        errorTitle={t('securityEvents.failed')}
      >
        {({ data, pagination }) =>
          data.length === 0 ? (
            <Notice title={t('securityEvents.none')} detail={t('securityEvents.noneDetail')} />
          ) : (
            <>
              <Text c="dimmed" role="status">
                {pagination.total_is_least
                  ? t('securityEvents.many', { total: format.number(pagination.total) })
                  : t('securityEvents.found', { count: pagination.total })}
              </Text>
              <EventList events={data} />
              <PageLinks
                {...pagination}
                renderLink={(linkedPage, content) => (
                  <ButtonLink
                    to="/securityEvents"
                    search={{ ...filters, ...(linkedPage > 1 && { page: linkedPage }) }}
                    variant="default"
                  >
                    {content}
                  </ButtonLink>
                )}
              />
            </>
          )
        }
      </QueryContent>
    </Page>
  );
}
