import type { Bin } from '@granary/contract/bins/http';
import { isOverdue } from '@granary/domain/boards/report-interval';
import { SECOND } from '@granary/domain/units';
import { Group } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBinCrop } from '../../../bin-data/format-crop.ts';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { isUnreachable } from '../../../components/unreachable-notice.tsx';
import { BinEntryNotice } from '../../../features/alerts/components/bin-entry-notice.tsx';
import { findListedBin } from '../../../features/bins/api/find-listed-bin.ts';
import { binQuery } from '../../../features/bins/api/get-bin.ts';
import { OpenEntryNotice } from '../../../features/fans/components/open-entry-notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useWatch } from '../../../lib/live-client.ts';
import { useBreadcrumbs } from '../use-breadcrumbs.tsx';
import { BinError } from './bin-error.tsx';
import { BinLoading, BinResults } from './bin-results.tsx';
import { BinTabContent, BinTabs } from './bin-tabs.tsx';

// Shown only for a bin that cannot be loaded.
const LastListedBin = lazy(async () => ({
  default: (await import('./last-listed-bin.tsx')).LastListedBin,
}));

const route = getRouteApi('/shell/binsensor/$id');

export function BinPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  if (id === null) {
    return (
      <Page title={t('bin.title')} hasBackButton>
        <Notice state="warning" isAlert title={t('bin.invalidId')} />
      </Page>
    );
  }
  // The key resets the previous bin's selection.
  return <BinContent key={id} id={id} />;
}

function BinContent({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { at, tab, step, compare } = route.useSearch();
  const navigate = route.useNavigate();
  // The back button returns to the previous page, not to the previous record.
  const updateSearch = (changes: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: { at, step, compare, ...changes }, replace: true, resetScroll: false });
  useWatch(useMemo(() => ({ bins: [id] }), [id]));
  // The route fetches the bin each time the page opens.
  const query = useQuery({ ...binQuery(id), refetchOnMount: false });
  const bin = query.data;
  const hasFailed = bin === undefined && query.isError;
  const isManual = bin?.loadMethod === 'manual';
  // The load method can change while the address stays the same; 2 and 3 both mean the inventory tab.
  const shownTab = tab === 2 || tab === 3 ? (isManual ? 2 : 3) : (tab ?? 1);
  const client = useQueryClient();
  const usesListedBin = bin === undefined && query.isError && !isUnreachable(query.error);
  const listedBin = usesListedBin ? findListedBin(client, id) : undefined;
  const knownBin = bin ?? listedBin;
  const crumbs = useBreadcrumbs(
    knownBin === undefined
      ? null
      : { ownerId: knownBin.ownerId, farm: { id: knownBin.farmId, name: knownBin.farm.name } },
  );
  return (
    <Page
      title={knownBin?.name ?? t('bin.title')}
      kind={t('bin.title')}
      breadcrumbs={crumbs}
      hasBackButton
      isNarrow
      // A bin that cannot be shown has no links to its other pages.
      {...(!hasFailed && {
        actions: <BinActions id={id} />,
        meta: (
          <>
            {bin !== undefined && <span>{formatBinCrop(bin.crop, t)}</span>}
            <BinLiveIndicator bin={bin} />
          </>
        ),
      })}
    >
      {bin !== undefined && <BinTabs binId={id} isManual={isManual} tab={shownTab} />}
      {knownBin === undefined ? (
        query.isError ? (
          <BinError
            error={query.error}
            title={t('bin.loadError')}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <BinLoading />
        )
      ) : (
        <BinEntryNotice binId={id}>
          {bin !== undefined && shownTab !== 4 && <OpenEntryNotice bin={bin} />}
          {bin !== undefined && shownTab !== 1 ? (
            <BinTabContent bin={bin} tab={shownTab} />
          ) : bin !== undefined ? (
            <BinResults
              bin={bin}
              at={at ?? null}
              step={step ?? 'reading'}
              compare={compare ?? null}
              onShow={(time) => updateSearch({ at: time ?? undefined })}
              onStep={(value) => updateSearch({ step: value === 'reading' ? undefined : value })}
              onCompare={(value) => updateSearch({ compare: value ?? undefined })}
            />
          ) : listedBin !== undefined ? (
            <Suspense fallback={<BinLoading />}>
              <LastListedBin bin={listedBin} onRetry={() => void query.refetch()} />
            </Suspense>
          ) : null}
        </BinEntryNotice>
      )}
    </Page>
  );
}

/** Links to the other pages of a bin. */
function BinActions({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <ButtonLink
        to="/binsensor/$id/chart"
        params={{ id }}
        variant="default"
        leftSection={<IconChartLine size={20} aria-hidden />}
      >
        {t('bin.chart')}
      </ButtonLink>
      {/* On a phone, the inventory tab shows the same content. */}
      <ButtonLink to="/binsensor/$id/loads" params={{ id }} variant="default" visibleFrom="sm">
        {t('bin.loads')}
      </ButtonLink>
    </Group>
  );
}

/**
 * The state of the connection; hidden if the latest reading is overdue, because the bin would otherwise look
 * live.
 */
function BinLiveIndicator({ bin }: { readonly bin: Bin | undefined }) {
  const now = useNow();
  // Not loaded here: the components that show readings load them.
  const latest = useQuery({ ...latestReadingQuery(bin?.id ?? 0), enabled: false }).data ?? null;
  const isReporting = !bin || !latest || !isOverdue(now, latest.at, bin.usualIntervalS * SECOND);
  return isReporting && <LiveIndicator />;
}
