import type { Pagination } from '@granary/contract/pagination';
import type { RawFrame } from '@granary/contract/raw-data/http';
import type { Millis } from '@granary/domain/units';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RefusedSignIns } from '../../../bin-data/refused-sign-ins.tsx';
import { ButtonLink } from '../../../components/button-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { PageLinks } from '../../../components/page-links.tsx';
import { PartialSaveNotice } from '../../../components/partial-save-notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import {
  type FrameFilters,
  filteredFramesQuery,
  isFiltered,
  newestFramesQuery,
  PAGE_SIZE,
  saveFrames,
} from '../../../features/raw-data/api/get-frames.ts';
import { FilterForm } from '../../../features/raw-data/components/filter-form.tsx';
import { FrameTable } from '../../../features/raw-data/components/frame-table.tsx';
import { useFileSave } from '../../../lib/use-file-save.ts';
import { useFormat } from '../../../lib/use-format.ts';

const route = getRouteApi('/shell/rawData');

/** Raw frames of the boards: the newest, or those that match the filters. */
export function RawDataPage() {
  const { t } = useTranslation();
  const { page = 1, until, ...filters } = route.useSearch();
  const navigate = useNavigate();
  const filter = (newFilters: FrameFilters) =>
    void navigate({ to: '/rawData', search: newFilters });
  const hasFilters = isFiltered(filters);
  return (
    <Page
      title={t('rawData.title')}
      actions={hasFilters ? <ExportButton filters={filters} until={until} /> : undefined}
    >
      {/* The key remounts the form, so that navigating back restores its fields. */}
      <FilterForm key={JSON.stringify(filters)} filters={filters} onFilter={filter} />
      {hasFilters ? (
        <FilteredFrames filters={filters} page={page} until={until} />
      ) : (
        <NewestFrames page={page} />
      )}
    </Page>
  );
}

interface FilteredFramesProps {
  readonly filters: FrameFilters;
  readonly page: number;
  readonly until: Millis | undefined;
}

function FilteredFrames({ filters, page, until }: FilteredFramesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(filteredFramesQuery(filters, page, until));
  return (
    <QueryContent
      query={query}
      loadingContent={<LoadingBlocks count={PAGE_SIZE} height={60} />}
      errorTitle={t('rawData.failed')}
    >
      {({ data, pagination, until: resultsUntil, refused_sign_ins: refusals }) =>
        data.length === 0 ? (
          <>
            <RefusedSignIns refusals={refusals} />
            <Notice isAlert title={t('rawData.none')} />
          </>
        ) : (
          <>
            <RefusedSignIns refusals={refusals} />
            <Text c="dimmed" role="status">
              {pagination.total_is_least
                ? t('rawData.more', { total: format.number(pagination.total) })
                : t('rawData.found', { count: pagination.total })}
            </Text>
            <FrameTable frames={data} />
            <FramePager pagination={pagination} search={{ ...filters, until: resultsUntil }} />
          </>
        )
      }
    </QueryContent>
  );
}

function NewestFrames({ page }: { readonly page: number }) {
  const { t } = useTranslation();
  const query = useQuery(newestFramesQuery);
  return (
    <QueryContent
      query={query}
      loadingContent={<LoadingBlocks count={PAGE_SIZE} height={60} />}
      errorTitle={t('rawData.failed')}
    >
      {(frames) =>
        frames.length === 0 ? (
          <Notice title={t('rawData.noneYet')} detail={t('rawData.noneYetDetail')} />
        ) : (
          <NewestFramesPage newestFrames={frames} page={page} />
        )
      }
    </QueryContent>
  );
}

function NewestFramesPage({
  newestFrames,
  page,
}: {
  readonly newestFrames: readonly RawFrame[];
  readonly page: number;
}) {
  const { t } = useTranslation();
  const totalPages = Math.ceil(newestFrames.length / PAGE_SIZE);
  const currentPage = Math.min(page, totalPages);
  return (
    <>
      <Text c="dimmed">{t('rawData.newest', { count: newestFrames.length })}</Text>
      <FrameTable
        frames={newestFrames.slice((currentPage - 1) * PAGE_SIZE, currentPage * PAGE_SIZE)}
      />
      <FramePager
        pagination={{
          currentPage,
          totalPages,
          hasNextPage: currentPage < totalPages,
          hasPrevPage: currentPage > 1,
        }}
        search={{}}
      />
    </>
  );
}

interface FramePagerProps {
  readonly pagination: Pick<
    Pagination,
    'currentPage' | 'totalPages' | 'hasNextPage' | 'hasPrevPage'
  >;
  readonly search: FrameFilters & { readonly until?: Millis };
}

function FramePager({ pagination, search }: FramePagerProps) {
  return (
    <PageLinks
      {...pagination}
      renderLink={(page, content) => (
        <ButtonLink
          to="/rawData"
          search={{ ...search, ...(page > 1 && { page }) }}
          variant="default"
        >
          {content}
        </ButtonLink>
      )}
    />
  );
}

interface ExportButtonProps {
  readonly filters: FrameFilters;
  readonly until: Millis | undefined;
}

function ExportButton({ filters, until }: ExportButtonProps) {
  const { t } = useTranslation();
  const { saving, lines, stop } = useFileSave((control) =>
    saveFrames(filters, until, makeExportFileName(filters), control),
  );
  return (
    <>
      {saving.isPending ? (
        <>
          <PartialSaveNotice lines={lines} />
          <Button variant="default" onClick={stop}>
            {t('cancel')}
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => saving.mutate()}>
          {t('rawData.export')}
        </Button>
      )}
      {saving.isError && <ErrorState error={saving.error} title={t('rawData.exportFailed')} />}
    </>
  );
}

function makeExportFileName({ id, date, type, unread }: FrameFilters): string {
  const parts = ['raw-data', id?.replace(/\s*\|\s*/, '-'), date, type, unread && 'unread'];
  return `${parts.filter((part) => part !== undefined).join('_')}.csv`;
}
