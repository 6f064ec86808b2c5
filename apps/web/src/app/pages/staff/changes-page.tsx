import type { AuditEntry } from '@granary/contract/audit/http';
import type { Pagination } from '@granary/contract/pagination';
import { fullName } from '@granary/domain/accounts/full-name';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { PageLinks } from '../../../components/page-links.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { isUnreachable, UnreachableNotice } from '../../../components/unreachable-notice.tsx';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { changesQuery } from '../../../features/audit/api/get-changes.ts';
import { ChangeList } from '../../../features/audit/components/change-list.tsx';
import { useFormat } from '../../../lib/use-format.ts';

const route = getRouteApi('/shell/changes');

/** The audit log: all entries that the user may see, or those by or about one account. */
export function ChangesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { user, page = 1 } = route.useSearch();
  const person = useQuery({ ...userQuery(user ?? 0), enabled: user !== undefined });
  const query = useQuery(changesQuery(user, page));
  const title =
    person.data === undefined
      ? t('changes.title')
      : t('changes.of', { name: fullName(person.data) });
  return (
    <Page title={title} {...(user !== undefined && { hasBackButton: true })}>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={8} height={88} />}
        errorFallback={t('changes.failed')}
      >
        {({ data, pagination }) =>
          pagination.total === 0 && isUnreachable(person.error) ? (
            <UnreachableNotice error={person.error} />
          ) : pagination.total === 0 ? (
            <Notice title={t('changes.none')} detail={t('changes.noneDetail')} />
          ) : (
            <>
              <Text c="dimmed" role="status">
                {pagination.total_is_least
                  ? t('changes.many', { total: format.number(pagination.total) })
                  : t('changes.found', { count: pagination.total })}
              </Text>
              <ChangesPageContent entries={data} pagination={pagination} />
            </>
          )
        }
      </QueryContent>
    </Page>
  );
}

interface ChangesPageContentProps {
  readonly entries: readonly AuditEntry[];
  readonly pagination: Pagination;
}

function ChangesPageContent({ entries, pagination }: ChangesPageContentProps) {
  const { t } = useTranslation();
  const { user } = route.useSearch();
  const linkTo = (page: number, content: ReactNode) => (
    <ButtonLink
      to="/changes"
      search={{ ...(user !== undefined && { user }), ...(page > 1 && { page }) }}
      variant="default"
    >
      {content}
    </ButtonLink>
  );
  // The URL can ask for a page past the last one.
  return entries.length === 0 ? (
    <>
      <Notice title={t('changes.noMore')} />
      <Group>{linkTo(pagination.totalPages, t('pager.previous'))}</Group>
    </>
  ) : (
    <>
      <ChangeList entries={entries} />
      <PageLinks {...pagination} renderLink={linkTo} />
    </>
  );
}
