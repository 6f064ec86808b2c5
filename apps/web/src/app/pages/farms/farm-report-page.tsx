import type { Farm } from '@granary/contract/farms/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { useNow } from '../../../lib/clock.ts';
import { makeFormats } from '../../../lib/format.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useSession } from '../../../lib/use-session.ts';
import { NotFoundInShell } from '../error-pages.tsx';
import { useFarmBreadcrumbs } from '../use-breadcrumbs.tsx';
import { FarmReport } from './farm-report.tsx';
import { useFarm } from './use-farm.ts';

const route = getRouteApi('/shell/farmreport/$farmId');

export function FarmReportPage() {
  const { farmId } = route.useParams();
  return farmId === null ? <NotFoundInShell /> : <Report key={farmId} farmId={farmId} />;
}

/** A farm's inventory on a printable page, for a bank, an insurer or a buyer. */
function Report({ farmId }: { readonly farmId: number }) {
  const { t } = useTranslation();
  const { farm, binsQuery, bins } = useFarm(farmId);
  const crumbs = useFarmBreadcrumbs(farm.data);
  const owner = useOwnerName(farm.data);
  const { locale } = useFormat();
  const timeZone = toKnownZone(farm.data?.timezone ?? 'UTC');
  const format = useMemo(() => makeFormats(locale, timeZone), [locale, timeZone]);
  const now = useNow();
  const placeholder = <LoadingBlocks count={6} height={68} />;
  return (
    <Page
      title={t('report.title')}
      breadcrumbs={crumbs}
      hasBackButton
      actions={
        <Button
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={farm.data === undefined || binsQuery.data === undefined}
          onClick={() => window.print()}
        >
          {t('report.print')}
        </Button>
      }
    >
      <QueryContent query={farm} loadingContent={placeholder} errorFallback={t('farms.failed')}>
        {(loadedFarm) => (
          <QueryContent
            query={binsQuery}
            loadingContent={placeholder}
            errorFallback={t('farms.failed')}
          >
            {() => (
              <FarmReport
                farm={loadedFarm}
                owner={owner}
                bins={bins}
                timeZone={timeZone}
                context={{ t, format, now }}
              />
            )}
          </QueryContent>
        )}
      </QueryContent>
    </Page>
  );
}

/** The owner's name, which staff load from the owner's account; empty until it has loaded. */
function useOwnerName(farm: Farm | undefined): string {
  const session = useSession();
  const canListCustomers = useCan('customers.list');
  const isOwn = farm !== undefined && farm.ownerId === session?.userId;
  const owner = useQuery({
    ...userQuery(farm?.ownerId ?? 0),
    enabled: farm !== undefined && !isOwn && canListCustomers,
  });
  if (isOwn) return session?.fullName ?? session?.email ?? '';
  return owner.data === undefined ? '' : fullName(owner.data);
}
