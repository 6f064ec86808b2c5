import { AUDIT_PAGE } from '@granary/contract/audit/http';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { fullName } from '../../features/accounts/filter-customers.ts';
import { userDetails } from '../../features/accounts/get-user.ts';
import { ChangeList } from '../../features/audit/change-list.tsx';
import { changes } from '../../features/audit/get-changes.ts';

const route = getRouteApi('/shell/changes');

/** Who changed what: all that staff may know of, or of one person. */
export function ChangesPage() {
  const { t } = useTranslation();
  const { user, page = 1 } = route.useSearch();
  const person = useQuery({ ...userDetails(user ?? 0), enabled: user !== undefined });
  const query = useQuery(changes(user, page));
  const title =
    person.data === undefined
      ? t('changes.title')
      : t('changes.of', { name: fullName(person.data) });
  return (
    <Page title={title} {...(user !== undefined && { hasBack: true })}>
      <Loaded
        query={query}
        loading={<LoadingBlocks count={8} height={88} />}
        errorFallback={t('changes.failed')}
      >
        {(entries) => (
          <>
            {entries.length === 0 ? (
              page === 1 ? (
                <Notice title={t('changes.none')} detail={t('changes.noneDetail')} />
              ) : (
                <Notice title={t('changes.noMore')} />
              )
            ) : (
              <ChangeList entries={entries} />
            )}
            <Pager page={page} hasOlder={entries.length === AUDIT_PAGE} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface PagerProps {
  readonly page: number;
  readonly hasOlder: boolean;
}

function Pager({ page, hasOlder }: PagerProps) {
  const { t } = useTranslation();
  const { user } = route.useSearch();
  const at = (number: number) => ({
    ...(user !== undefined && { user }),
    ...(number > 1 && { page: number }),
  });
  return (
    <Group>
      {page > 1 && (
        <ButtonLink to="/changes" search={at(page - 1)} variant="default">
          {t('changes.newer')}
        </ButtonLink>
      )}
      {hasOlder && (
        <ButtonLink to="/changes" search={at(page + 1)} variant="default">
          {t('changes.older')}
        </ButtonLink>
      )}
    </Group>
  );
}
